/**
 * A volume with zone labels can be used on nodes of its zone only.
 * Models kubernetes/pkg/scheduler/framework/plugins/volumezone for bound claims.
 */
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip, unresolvable } from '../../types/status.ts';
import { claimNamesOf } from '../helper/claims.ts';

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

const rejected = unresolvable('node(s) had no available volume zone');

export const volumeZone = (listers: Listers): Plugin => ({
  name: 'VolumeZone',
  events: [
    { resource: 'StorageClass', actions: ['Add'] },
    { resource: 'Node', actions: ['Add', 'UpdateNodeLabel'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add', 'Update'] },
    { resource: 'PersistentVolume', actions: ['Add', 'Update'] },
  ],
  preFilter: (_state, { pod }) => (claimNamesOf(pod).length === 0 ? { status: skip } : {}),
  filter(_state, { pod }, node) {
    for (const name of claimNamesOf(pod)) {
      const claim = listers.persistentVolumeClaims.get(`${pod.metadata.namespace}/${name}`);
      const volume = listers.persistentVolumes.get(claim?.spec?.volumeName ?? '');
      for (const label of topologyLabels) {
        const zones = volume?.metadata.labels?.[label]?.split('__');
        const own = node.labels[label];
        if (zones !== undefined && own !== undefined && !zones.includes(own)) return rejected;
      }
    }
    return undefined;
  },
});
