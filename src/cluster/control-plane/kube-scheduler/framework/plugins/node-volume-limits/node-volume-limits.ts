/**
 * Respects how many volumes of a CSI driver a node can hold.
 * Models kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/csi.go for bound claims.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip, unschedulable } from '../../types/status.ts';
import { claimNamesOf } from '../helper/claims.ts';

const tooMany = unschedulable('node(s) exceed max volume count');

export const nodeVolumeLimits = (listers: Listers): Plugin => ({
  name: 'NodeVolumeLimits',
  events: [
    { resource: 'CSINode', actions: ['Add', 'Update'] },
    { resource: 'Pod', actions: ['Delete'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add'] },
  ],
  preFilter: (_state, { pod }) => (claimNamesOf(pod).length === 0 ? { status: skip } : {}),
  filter(_state, { pod }, node) {
    const wanted = volumesOf(pod, listers);
    if (wanted.size === 0) return undefined;
    const drivers = listers.csiNodes.get(node.name)?.spec.drivers ?? [];
    const limits = drivers.flatMap(({ name, allocatable }) =>
      allocatable?.count === undefined ? [] : [{ name, count: allocatable.count }],
    );
    if (limits.length === 0) return undefined;
    const all = new Map(wanted);
    for (const other of node.pods.values()) {
      for (const [volume, driver] of volumesOf(other.pod, listers)) all.set(volume, driver);
    }
    const used = (name: string): number => [...all.values()].filter((one) => one === name).length;
    const isWanted = (name: string): boolean => [...wanted.values()].includes(name);
    const isOver = limits.some(({ name, count }) => isWanted(name) && used(name) > count);
    return isOver ? tooMany : undefined;
  },
});

/** The CSI volumes of a pod, with their drivers; a volume counts once on a node. */
function volumesOf(pod: Pod, listers: Listers): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of claimNamesOf(pod)) {
    const claim = listers.persistentVolumeClaims.get(`${pod.metadata.namespace}/${name}`);
    const csi = listers.persistentVolumes.get(claim?.spec?.volumeName ?? '')?.spec.csi;
    if (csi !== undefined) found.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
  }
  return found;
}
