/**
 * Finds nodes that the pod's claims can be used on.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/volumebinding as far as bound claims go: a
 * missing or unbound claim rejects the pod, a bound volume must fit the node. Binding a waiting
 * claim to a volume is not modelled: such a pod stays unschedulable.
 */
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { type Status, skip, unresolvable } from '../../types/status.ts';
import { nodeSelectorTermMatches } from '../helper/node-selector.ts';
import { claimNamesOf } from './claims.ts';

const unboundImmediate = unresolvable('pod has unbound immediate PersistentVolumeClaims');
const noVolumeToBind = unresolvable("node(s) didn't find available persistent volumes to bind");
const affinityConflict = unresolvable("node(s) didn't match PersistentVolume's node affinity");
const volumeMissing = unresolvable(
  'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)',
);

export const volumeBinding = (listers: Listers): Plugin => ({
  name: 'VolumeBinding',
  events: [
    { resource: 'StorageClass', actions: ['Add', 'Update'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add', 'Update'] },
    { resource: 'PersistentVolume', actions: ['Add', 'Update'] },
    { resource: 'Node', actions: ['Add', 'UpdateNodeLabel'] },
    { resource: 'CSINode', actions: ['Add', 'Update'] },
  ],
  preFilter(_state, { pod }) {
    const names = claimNamesOf(pod);
    if (names.length === 0) return { status: skip };
    for (const name of names) {
      const status = checkClaim(pod, name, listers);
      if (status !== undefined) return { status };
    }
    return {};
  },
  filter(_state, { pod }, { node }) {
    for (const name of claimNamesOf(pod)) {
      const claim = listers.persistentVolumeClaims.get(`${pod.metadata.namespace}/${name}`);
      const bound = claim?.spec?.volumeName ?? '';
      if (bound === '') return noVolumeToBind;
      const volume = listers.persistentVolumes.get(bound);
      if (volume === undefined) return volumeMissing;
      if (node !== undefined && !reaches(volume, node)) return affinityConflict;
    }
    return undefined;
  },
  /** Only static binding scores, and there is none. */
  preScore: () => skip,
  reserve: () => undefined,
  unreserve: () => undefined,
  preBindPreFlight: () => skip,
  *preBind() {
    return undefined;
  },
});

function checkClaim(pod: Pod, name: string, listers: Listers): Status | undefined {
  const claim = listers.persistentVolumeClaims.get(`${pod.metadata.namespace}/${name}`);
  if (claim === undefined) return unresolvable(`persistentvolumeclaim "${name}" not found`);
  const unbound = (claim.spec?.volumeName ?? '') === '';
  return unbound && !waitsForConsumer(claim, listers) ? unboundImmediate : undefined;
}

const waitsForConsumer = (claim: PersistentVolumeClaim, listers: Listers): boolean =>
  listers.storageClasses.get(claim.spec?.storageClassName ?? '')?.volumeBindingMode ===
  'WaitForFirstConsumer';

function reaches(
  volume: PersistentVolume,
  node: Parameters<typeof nodeSelectorTermMatches>[1],
): boolean {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || terms.some((term) => nodeSelectorTermMatches(term, node));
}
