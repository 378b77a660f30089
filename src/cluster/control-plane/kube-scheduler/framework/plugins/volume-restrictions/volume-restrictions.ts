/**
 * Keeps apart pods that may not share a volume: in-tree disks, ReadWriteOncePod claims.
 * Models kubernetes/pkg/scheduler/framework/plugins/volumerestrictions.
 */
import type { Pod, Volume } from '#k8s.io/api/core/v1';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip, unschedulable } from '../../types/status.ts';
import { claimNamesOf } from '../volume-binding/claims.ts';

const diskConflict = unschedulable('node(s) had no available disk');
const inUse = unschedulable(
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
    'in-use by another pod',
);

export const volumeRestrictions = (listers: Listers, snapshot: Snapshot): Plugin => ({
  name: 'VolumeRestrictions',
  events: [
    { resource: 'Pod', actions: ['Delete'] },
    { resource: 'Node', actions: ['Add'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add', 'Update'] },
  ],
  preFilter(_state, { pod }) {
    const claims = singlePodClaims(pod, listers);
    const needsDisks = disksOf(pod).length > 0;
    if (claims.length === 0) return needsDisks ? {} : { status: skip };
    const taken = snapshot.nodes.some((node) =>
      [...node.pods.values()].some(
        (other) =>
          other.pod.metadata.namespace === pod.metadata.namespace &&
          claimNamesOf(other.pod).some((name) => claims.includes(name)),
      ),
    );
    return taken ? { status: inUse } : {};
  },
  filter(_state, { pod }, node) {
    const wanted = disksOf(pod);
    if (wanted.length === 0) return undefined;
    for (const other of node.pods.values()) {
      for (const disk of disksOf(other.pod)) {
        if (wanted.some((one) => conflicts(one, disk))) return diskConflict;
      }
    }
    return undefined;
  },
});

const singlePodClaims = (pod: Pod, listers: Listers): readonly string[] =>
  claimNamesOf(pod).filter((name) =>
    listers.persistentVolumeClaims
      .get(`${pod.metadata.namespace}/${name}`)
      ?.spec?.accessModes?.includes('ReadWriteOncePod'),
  );

/** A disk that the cloud or the network attaches to one node, or to several for reading. */
interface Disk {
  readonly id: string;
  readonly readOnly: boolean;
  /** Even readers may not share it. */
  readonly exclusive: boolean;
}

const conflicts = (a: Disk, b: Disk): boolean =>
  a.id === b.id && (a.exclusive || !a.readOnly || !b.readOnly);

const none: readonly Disk[] = [];

const disksOf = ({ spec }: Pod): readonly Disk[] =>
  spec.volumes === undefined ? none : spec.volumes.flatMap(diskOf);

/** Source: isVolumeConflict. */
function diskOf(volume: Volume): readonly Disk[] {
  const { gcePersistentDisk: gce, awsElasticBlockStore: ebs, iscsi, rbd } = volume;
  if (gce !== undefined) {
    return [{ id: `gce ${gce.pdName}`, readOnly: gce.readOnly ?? false, exclusive: false }];
  }
  if (ebs !== undefined) return [{ id: `ebs ${ebs.volumeID}`, readOnly: false, exclusive: true }];
  if (iscsi !== undefined) {
    return [{ id: `iscsi ${iscsi.iqn}`, readOnly: iscsi.readOnly ?? false, exclusive: false }];
  }
  if (rbd === undefined) return none;
  const { monitors, pool = 'rbd', image, readOnly = false } = rbd;
  return [...monitors].map((monitor) => ({
    id: `rbd ${monitor} ${pool} ${image}`,
    readOnly,
    exclusive: false,
  }));
}
