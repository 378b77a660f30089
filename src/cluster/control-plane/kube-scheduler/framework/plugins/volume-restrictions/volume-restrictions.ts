/**
 * Keeps apart pods that may not share a volume: in-tree disks, ReadWriteOncePod claims.
 * Models kubernetes/pkg/scheduler/framework/plugins/volumerestrictions.
 */
import type { Pod, Volume } from '#k8s.io/api/core/v1';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import { type CycleState, type StateData, StateKey } from '../../cycle-state.ts';
import type { Plugin, PreFilterOutcome } from '../../interface.ts';
import { skip, unresolvable, unschedulable } from '../../types/status.ts';
import { claimNamesOf } from '../helper/claims.ts';
import { onOwnClaim, onPod } from '../helper/hints.ts';

const diskConflict = unschedulable('node(s) had no available disk');
const inUse = unschedulable(
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
    'in-use by another pod',
);

/** The claims of the pod that only one pod may use, and how many uses of them there are. */
class SinglePodState implements StateData {
  readonly claims: readonly string[];
  uses: number;

  constructor(claims: readonly string[], uses: number) {
    this.claims = claims;
    this.uses = uses;
  }

  clone(): SinglePodState {
    return new SinglePodState(this.claims, this.uses);
  }
}

const key = new StateKey<SinglePodState>('VolumeRestrictions');

export const volumeRestrictions = (listers: Listers, snapshot: Snapshot): Plugin => ({
  name: 'VolumeRestrictions',
  events: [
    { resource: 'Pod', actions: ['Delete'], hint: onPod(freesVolume) },
    { resource: 'Node', actions: ['Add'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add'], hint: onOwnClaim },
  ],
  preFilter: (state, { pod }) => prepare(state, pod, listers, snapshot),
  addPod: (state, { pod }, added) => adjust(state, pod, added.pod, 1),
  removePod: (state, { pod }, removed) => adjust(state, pod, removed.pod, -1),
  filter(state, { pod }, node) {
    const wanted = disksOf(pod);
    if (wanted.length > 0) {
      for (const other of node.pods.values()) {
        if (conflict(wanted, other.pod)) return diskConflict;
      }
    }
    return (state.read(key)?.uses ?? 0) > 0 ? inUse : undefined;
  },
});

/** Access modes of a missing claim are unknown. Source: PreFilter. */
function prepare(
  state: CycleState,
  pod: Pod,
  { persistentVolumeClaims }: Listers,
  snapshot: Snapshot,
): PreFilterOutcome {
  const single: string[] = [];
  for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
    if (persistentVolumeClaim === undefined) continue;
    const { claimName } = persistentVolumeClaim;
    const claim = persistentVolumeClaims.get(`${pod.metadata.namespace}/${claimName}`);
    if (claim === undefined) {
      return { status: unresolvable(`persistentvolumeclaim "${claimName}" not found`) };
    }
    if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) single.push(claimName);
  }
  const users = single.length === 0 ? 0 : countUsers(pod, single, snapshot);
  if (users === 0 && disksOf(pod).length === 0) return { status: skip };
  state.write(key, new SinglePodState(single, users));
  return {};
}

function countUsers(pod: Pod, claims: readonly string[], snapshot: Snapshot): number {
  let users = 0;
  for (const node of snapshot.nodes) {
    for (const other of node.pods.values()) users += usesOf(pod, other.pod, claims);
  }
  return users;
}

/** How many of these claims of a pod another pod uses. */
const usesOf = (pod: Pod, other: Pod, claims: readonly string[]): number =>
  other.metadata.namespace === pod.metadata.namespace
    ? claimNamesOf(other).filter((name) => claims.includes(name)).length
    : 0;

/** Source: updateWithPod: a dry run of preemption moved a pod. */
function adjust(state: CycleState, pod: Pod, moved: Pod, by: 1 | -1): void {
  const single = state.read(key);
  if (single !== undefined) single.uses += by * usesOf(pod, moved, single.claims);
}

/** Source: isSchedulableAfterPodDeleted. */
const freesVolume = (pod: Pod, gone: Pod): boolean =>
  gone.metadata.namespace === pod.metadata.namespace &&
  (conflict(disksOf(pod), gone) || usesOf(pod, gone, claimNamesOf(pod)) > 0);

const conflict = (wanted: readonly Disk[], other: Pod): boolean =>
  disksOf(other).some((disk) => wanted.some((one) => conflicts(one, disk)));

/** A cloud or network disk that can be attached to one node, or to several read-only. */
interface Disk {
  readonly id: string;
  readonly readOnly: boolean;
  /** It may not be shared even read-only. */
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
