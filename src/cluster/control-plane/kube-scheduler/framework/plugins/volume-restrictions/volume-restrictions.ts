/**
 * Keeps apart pods that may not share a volume: in-tree disks, ReadWriteOncePod claims.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/volumerestrictions. Skips a pod without such
 * volumes and says so; of the rest only ReadWriteOncePod claims are looked at.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip, unschedulable } from '../../types/status.ts';
import { claimNamesOf } from '../volume-binding/claims.ts';

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
    if (claims.length === 0) return { status: skip };
    const taken = snapshot.nodes.some((node) =>
      [...node.pods.values()].some(
        (other) =>
          other.pod.metadata.namespace === pod.metadata.namespace &&
          claimNamesOf(other.pod).some((name) => claims.includes(name)),
      ),
    );
    return taken ? { status: inUse } : {};
  },
  filter: () => undefined,
});

const singlePodClaims = (pod: Pod, listers: Listers): readonly string[] =>
  claimNamesOf(pod).filter((name) =>
    listers.persistentVolumeClaims
      .get(`${pod.metadata.namespace}/${name}`)
      ?.spec?.accessModes?.includes('ReadWriteOncePod'),
  );
