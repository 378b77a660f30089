/** Folds the scheduler's queues, its cache and the pods in its two cycles. */
import type { SchedulerScene, SchedulingPoint, SchedulingScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { excluding, including, type Reducers } from './reducer.ts';

export const kubeSchedulerReducers: Reducers = {
  PodQueued(draft, { pod, queue }) {
    const queues = withoutPod(draft.scheduler, pod);
    draft.scheduler = { ...queues, [queue]: including(queues[queue], pod) };
    end(draft, pod);
  },
  PodPopped(draft, { pod, attempts }) {
    const queues = withoutPod(draft.scheduler, pod);
    const attempt: SchedulingScene = { pod, attempts, point: 'Pop' };
    const inFlight = [...queues.inFlight.filter((other) => other.pod !== pod), attempt];
    draft.scheduler = { ...queues, inFlight, last: attempt, recent: recentWith(queues, attempt) };
  },
  PodDequeued(draft, { pod }) {
    draft.scheduler = withoutPod(draft.scheduler, pod);
    end(draft, pod);
    draft.assumed.delete(pod);
    draft.bound.delete(pod);
  },
  PreFiltered: (draft, fact) => reach(draft, fact.pod, 'PreFilter', { preFiltered: fact }),
  NodesFiltered: (draft, fact) => reach(draft, fact.pod, 'Filter', { filtered: fact }),
  PreScored: (draft, { pod }) => reach(draft, pod, 'PreScore', {}),
  NodesScored: (draft, fact) => reach(draft, fact.pod, 'Score', { scored: fact }),
  HostSelected: (draft, fact) => reach(draft, fact.pod, 'Score', { selected: fact }),
  PodAssumed(draft, { pod, node }) {
    draft.assumed.set(pod, node);
    reach(draft, pod, 'Reserve', {});
  },
  ExtensionPointRan(draft, { pod, point }) {
    if (point === 'Unreserve') draft.assumed.delete(pod);
    else reach(draft, pod, point, {});
    if (point === 'PostBind') end(draft, pod);
  },
  PodBound(draft, { pod, node }) {
    draft.assumed.delete(pod);
    draft.bound.set(pod, node);
    end(draft, pod);
  },
  SchedulingFailed(draft, fact) {
    const attempt = attemptOf(draft.scheduler, fact.pod);
    if (attempt !== undefined) {
      const last = { ...attempt, failed: fact };
      draft.scheduler = { ...draft.scheduler, last, recent: recentWith(draft.scheduler, last) };
    }
    draft.assumed.delete(fact.pod);
    end(draft, fact.pod);
  },
};

/** The scheduler sent a binding: Bind is under way, and its fact comes with the answer. */
export function beginBinding(draft: SceneDraft, pod: string): void {
  reach(draft, pod, 'Bind', {});
}

function attemptOf({ inFlight }: SchedulerScene, pod: string): SchedulingScene | undefined {
  return inFlight.find((attempt) => attempt.pod === pod);
}

function reach(
  draft: SceneDraft,
  pod: string,
  point: SchedulingPoint,
  change: Partial<SchedulingScene>,
): void {
  const attempt = attemptOf(draft.scheduler, pod);
  if (attempt === undefined) return;
  const next = { ...attempt, ...change, point };
  const inFlight = draft.scheduler.inFlight.map((other) => (other.pod === pod ? next : other));
  const recent = draft.scheduler.recent.map((other) => (other.pod === pod ? next : other));
  draft.scheduler = { ...draft.scheduler, inFlight, last: next, recent };
}

/** How many attempts are kept for the tables. */
const recentAttempts = 3;

function recentWith(
  { recent }: SchedulerScene,
  attempt: SchedulingScene,
): readonly SchedulingScene[] {
  const others = recent.filter(({ pod }) => pod !== attempt.pod);
  return [...others, attempt].slice(-recentAttempts);
}

function end(draft: SceneDraft, pod: string): void {
  const { inFlight } = draft.scheduler;
  if (!inFlight.some((attempt) => attempt.pod === pod)) return;
  const rest = inFlight.filter((attempt) => attempt.pod !== pod);
  draft.scheduler = { ...draft.scheduler, inFlight: rest };
}

function withoutPod(scheduler: SchedulerScene, pod: string): SchedulerScene {
  const activeQ = excluding(scheduler.activeQ, pod);
  const backoffQ = excluding(scheduler.backoffQ, pod);
  const unschedulablePods = excluding(scheduler.unschedulablePods, pod);
  return { ...scheduler, activeQ, backoffQ, unschedulablePods };
}
