/**
 * Looks for less important pods whose removal would make room for a pod that fits nowhere.
 * Models kubernetes/pkg/scheduler/framework/plugins/defaultpreemption and framework/preemption.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { CycleState } from '../../cycle-state.ts';
import type { Handle, Plugin, PostFilterOutcome } from '../../interface.ts';
import { PreemptionExecutor } from '../../preemption/executor.ts';
import { pickCandidate, selectVictims } from '../../preemption/victims.ts';
import type { Candidate } from '../../types/candidate.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { type PodInfo, priorityOf } from '../../types/pod-info.ts';
import {
  type Diagnosis,
  fitErrorMessage,
  type Status,
  unresolvable,
  unschedulable,
} from '../../types/status.ts';

const minCandidateNodesPercentage = 10;
const minCandidateNodesAbsolute = 100;

const notHelpful = unresolvable('Preemption is not helpful for scheduling');

export function defaultPreemption(handle: Handle): Plugin {
  const executor = new PreemptionExecutor(handle);
  return {
    name: 'DefaultPreemption',
    preEnqueue: (pod) =>
      executor.isPreempting(pod)
        ? unresolvable('waiting for the preemption for this pod to be finished')
        : undefined,
    postFilter(state, info, diagnosis): PostFilterOutcome {
      const refusal = refusalOf(handle, info.pod, diagnosis);
      if (refusal !== '') return { status: unschedulable(`preemption: ${refusal}`) };
      const { candidates, statuses } = dryRun(handle, state, info, diagnosis);
      const start = (chosen: readonly Candidate[]): PostFilterOutcome => {
        const best = pickCandidate(chosen);
        if (best === undefined) return { nominatedNode: '' };
        executor.start(info.pod, best);
        return { nominatedNode: best.node };
      };
      if (candidates.length > 0) {
        const { extenders } = handle;
        return extenders === undefined
          ? start(candidates)
          : { goOn: () => extenders.preempt(info, candidates, handle.snapshot.nodes, start) };
      }
      const failure = fitErrorMessage(handle.snapshot.nodes.length, {
        ...diagnosis,
        nodeToStatus: statuses,
        absent: notHelpful,
        preFilterMessage: '',
        postFilterMessage: '',
      });
      return { status: unschedulable(`preemption: ${failure}`), nominatedNode: '' };
    },
  };
}

/** Why a pod may not preempt; empty when it may. Source: PodEligibleToPreemptOthers. */
function refusalOf(handle: Handle, pod: Pod, diagnosis: Diagnosis): string {
  if (pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.status?.nominatedNodeName ?? '';
  const node = handle.snapshot.get(nominated);
  if (nominated === '' || node === undefined) return '';
  const status = diagnosis.nodeToStatus.get(nominated) ?? diagnosis.absent;
  if (status.code === 'UnschedulableAndUnresolvable') return '';
  const leaving = [...node.pods.values()].some(
    (other) => priorityOf(other.pod) < priorityOf(pod) && isBeingPreempted(other.pod),
  );
  return leaving ? 'not eligible due to a terminating pod on the nominated node.' : '';
}

const isBeingPreempted = (pod: Pod): boolean =>
  pod.metadata.deletionTimestamp !== undefined &&
  (pod.status?.conditions ?? []).some(
    ({ type, status, reason }) =>
      type === 'DisruptionTarget' && status === 'True' && reason === 'PreemptionByScheduler',
  );

interface DryRun {
  readonly candidates: readonly Candidate[];
  readonly statuses: ReadonlyMap<string, Status>;
}

/** Tries nodes from a random place on, until enough candidates are found. */
function dryRun(handle: Handle, state: CycleState, info: PodInfo, diagnosis: Diagnosis): DryRun {
  const potential = handle.snapshot.nodes.filter((node) => isResolvable(node, diagnosis));
  const statuses = new Map<string, Status>();
  const candidates: Candidate[] = [];
  const count = potential.length;
  if (count === 0) return { candidates, statuses };
  const enough = candidatesWanted(count);
  const offset = handle.prng.nextInt(count);
  for (let i = 0; i < count && !isEnough(candidates, enough); i++) {
    const node = potential[(offset + i) % count];
    if (node === undefined) continue;
    const found = selectVictims(handle, state.clone(), info, node.clone());
    if ('code' in found) statuses.set(node.name, found);
    else candidates.push(found);
  }
  return { candidates, statuses };
}

const isResolvable = (node: NodeInfo, diagnosis: Diagnosis): boolean =>
  (diagnosis.nodeToStatus.get(node.name) ?? diagnosis.absent).code === 'Unschedulable';

function candidatesWanted(nodes: number): number {
  const share = Math.trunc((nodes * minCandidateNodesPercentage) / 100);
  return Math.min(nodes, Math.max(share, minCandidateNodesAbsolute));
}

/** One candidate must leave every disruption budget intact before the search may end. */
const isEnough = (candidates: readonly Candidate[], wanted: number): boolean =>
  candidates.length >= wanted && candidates.some(({ violations }) => violations === 0);
