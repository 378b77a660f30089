/**
 * Finds nodes that the pod's claims can be used on, and volumes for claims that wait for a pod.
 * Models kubernetes/pkg/scheduler/framework/plugins/volumebinding/volume_binding.go.
 */
import type { PersistentVolumeClaim, Pod, Volume } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { type StateData, StateKey } from '../../cycle-state.ts';
import type { QueueingHint } from '../../events.ts';
import type { Handle, Plugin } from '../../interface.ts';
import { errorStatus, type Status, skip, unresolvable } from '../../types/status.ts';
import { claimNamesOf } from '../helper/claims.ts';
import { onOwnClaim } from '../helper/hints.ts';
import { isFullyBound, type PodVolumes, VolumeBinder } from './binder.ts';
import { reaches } from './find-matching-volume.ts';

const unboundImmediate = unresolvable('pod has unbound immediate PersistentVolumeClaims');
const noVolumeToBind = unresolvable("node(s) didn't find available persistent volumes to bind");
const affinityConflict = unresolvable("node(s) didn't match PersistentVolume's node affinity");
const volumeMissing = unresolvable(
  'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)',
);

/** The claims of this cycle's pod, and the volumes of each feasible node for them. */
class ClaimState implements StateData {
  readonly bound: readonly PersistentVolumeClaim[];
  readonly toBind: readonly PersistentVolumeClaim[];
  readonly byNode = new Map<string, PodVolumes>();

  constructor(bound: readonly PersistentVolumeClaim[], toBind: readonly PersistentVolumeClaim[]) {
    this.bound = bound;
    this.toBind = toBind;
  }

  /** Volumes do not depend on which pods are on a node. */
  clone(): ClaimState {
    return this;
  }
}

const stateKey = new StateKey<ClaimState>('VolumeBinding');

export function volumeBinding({ sim, client, listers }: Handle): Plugin {
  const binder = new VolumeBinder(sim, client, listers);
  return {
    name: 'VolumeBinding',
    events: [
      { resource: 'StorageClass', actions: ['Add', 'Update'], hint: classChangeHelps },
      { resource: 'PersistentVolumeClaim', actions: ['Add', 'Update'], hint: onOwnClaim },
      { resource: 'PersistentVolume', actions: ['Add', 'Update'] },
      { resource: 'Node', actions: ['Add', 'UpdateNodeLabel'] },
      { resource: 'CSINode', actions: ['Add', 'Update'] },
    ],
    preFilter(state, { pod }) {
      const names = claimNamesOf(pod);
      if (names.length === 0) return { status: skip };
      const claims: PersistentVolumeClaim[] = [];
      for (const name of names) {
        const claim = listers.persistentVolumeClaims.get(`${pod.metadata.namespace}/${name}`);
        const refused = refusalOf(pod, name, claim);
        if (refused !== undefined || claim === undefined) return refused ? { status: refused } : {};
        claims.push(claim);
      }
      const waiting = claims.filter((claim) => !isFullyBound(claim));
      const immediate = waiting.some((claim) => !binder.waitsForConsumer(claim));
      if (immediate) return { status: unboundImmediate };
      state.write(stateKey, new ClaimState(claims.filter(isFullyBound), waiting));
      return {};
    },
    filter(state, _info, { node, name }) {
      const claims = state.read(stateKey);
      if (claims === undefined || node === undefined) return undefined;
      for (const claim of claims.bound) {
        const volume = listers.persistentVolumes.get(claim.spec?.volumeName ?? '');
        if (volume === undefined) return volumeMissing;
        if (!reaches(volume, node)) return affinityConflict;
      }
      if (claims.toBind.length === 0) return undefined;
      const found = binder.find(claims.toBind, node);
      if (found === undefined) return noVolumeToBind;
      claims.byNode.set(name, found);
      return undefined;
    },
    /** Without storage capacity scoring there is nothing to score. */
    preScore: () => skip,
    reserve(state, _info, node) {
      const found = state.read(stateKey)?.byNode.get(node);
      if (found !== undefined) binder.assume(found);
      return undefined;
    },
    unreserve(state, _info, node) {
      const found = state.read(stateKey)?.byNode.get(node);
      if (found !== undefined) binder.revert(found);
    },
    preBindPreFlight: (state, _info, node) =>
      state.read(stateKey)?.byNode.get(node) === undefined ? skip : undefined,
    *preBind(state, { pod }, node) {
      const found = state.read(stateKey)?.byNode.get(node);
      if (found === undefined) return undefined;
      const failed = yield* binder.bind(found, pod, node);
      if (failed === undefined) binder.revert(found);
      return failed === undefined ? undefined : errorStatus(failed);
    },
  };
}

/** A class helps when it is new or its allowed topologies changed. */
const classChangeHelps: QueueingHint = (_pod, before, after) => {
  const [old, now] = [before as StorageClass | undefined, after as StorageClass];
  return old === undefined || !deepEqual(old.allowedTopologies, now.allowedTopologies);
};

/** Source: podHasPVCs. */
function refusalOf(
  pod: Pod,
  name: string,
  claim: PersistentVolumeClaim | undefined,
): Status | undefined {
  if (claim === undefined) {
    return isEphemeral(pod, name)
      ? unresolvable(
          `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`,
        )
      : unresolvable(`persistentvolumeclaim "${name}" not found`);
  }
  if (claim.status?.phase === 'Lost') {
    const volume = claim.spec?.volumeName ?? '';
    return unresolvable(
      `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${volume}"`,
    );
  }
  return claim.metadata.deletionTimestamp === undefined
    ? undefined
    : unresolvable(`persistentvolumeclaim "${name}" is being deleted`);
}

const isEphemeral = ({ metadata, spec }: Pod, claim: string): boolean =>
  (spec.volumes ?? []).some(
    ({ name, ephemeral }: Volume) =>
      ephemeral !== undefined && `${metadata.name}-${name}` === claim,
  );
