/**
 * One pod's path through the scheduler: the scheduling cycle, one pod at a time, and the binding
 * cycle, which runs beside the next pods' cycles.
 *
 * Models kubernetes/pkg/scheduler/schedule_one.go. In: pods from the queue. Out: bindings, or the
 * pod back in the queue with its condition and event; every step is a fact.
 */
import type { Prng } from '#base/prng';
import { ok, type Result } from '#base/result';
import { type Duration, ms } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import type { FactDraft } from '#trace/facts';
import type {
  HostSelected,
  KubeSchedulerFact,
  NodesFiltered,
  PluginOutcome,
} from '#trace/facts/kube-scheduler';
import type { Tracer } from '#trace/tracer';
import type { Cache } from './backend/cache/cache.ts';
import type { QueuedPodInfo } from './backend/queue/queued-pod-info.ts';
import type { SchedulingQueue } from './backend/queue/scheduling-queue.ts';
import type { Extenders, Passed } from './extenders.ts';
import type { FailureHandler } from './failure-handler.ts';
import {
  diagnosisOfFilter,
  diagnosisOfPreFilter,
  type FilterRun,
  filterNodes,
} from './find-nodes.ts';
import { CycleState } from './framework/cycle-state.ts';
import { assignedPodDelete } from './framework/events.ts';
import type { Handle } from './framework/interface.ts';
import type { Framework, PointRun } from './framework/runtime/framework.ts';
import { type NodeScores, selectHost } from './framework/runtime/scoring.ts';
import type { NodeInfo } from './framework/types/node-info.ts';
import { type PodInfo, podInfoOf } from './framework/types/pod-info.ts';
import { type Diagnosis, isRejected, type Status } from './framework/types/status.ts';

/** CPU time of a scheduling cycle: a part for the pod and a part for each node looked at. */
const cycleTime: Duration = ms(0.35);
const cycleTimePerNode: Duration = ms(0.02);
const cycleJitter: Duration = ms(0.2);

/** One profile of the scheduler. */
export interface Profile {
  readonly framework: Framework;
  readonly handle: Handle;
  readonly failures: FailureHandler;
}

export interface SchedulerParts {
  readonly component: string;
  readonly tracer: Tracer;
  readonly profileOf: (pod: Pod) => Profile;
  readonly cache: Cache;
  readonly queue: SchedulingQueue;
  /** Absent: there are none. */
  readonly extenders: Extenders | undefined;
}

interface Fit {
  readonly info: PodInfo;
  readonly state: CycleState;
  readonly feasible: readonly NodeInfo[];
}

type Verdict = NodesFiltered['nodes'][number];

type FindResult =
  | { readonly fit: Fit }
  | { readonly diagnosis: Diagnosis; readonly state: CycleState }
  | { readonly error: string };

type Choice = Pick<Required<HostSelected>, 'node' | 'total' | 'ties' | 'feasible'>;

type ExtensionPoint = 'Reserve' | 'Permit' | 'PreBind' | 'Bind' | 'PostBind' | 'Unreserve';

export class ScheduleOne {
  readonly #parts: SchedulerParts;
  #nextStartNodeIndex = 0;
  /** By node: the filter results of each feasible node. */
  readonly #fits = new Map<string, Verdict>();

  /** Decides which Filter workers are delayed. */
  readonly #workers: Prng;

  constructor(parts: SchedulerParts, prng: Prng) {
    this.#parts = parts;
    this.#workers = prng.fork('filter-workers');
  }

  /** Tries pods one after the other, forever. */
  *run(): Process {
    for (;;) {
      const queued = yield* this.#parts.queue.pop();
      yield* this.#scheduleOne(queued);
    }
  }

  *#scheduleOne(queued: QueuedPodInfo): Process {
    const { pod } = queued;
    const { cache, queue } = this.#parts;
    const { handle, failures } = this.#parts.profileOf(pod);
    if (pod.metadata.deletionTimestamp !== undefined) {
      failures.noteDeleting(pod);
      return queue.done(pod);
    }
    if (cache.isAssumed(pod)) return queue.done(pod);
    cache.updateSnapshot(handle.snapshot);
    const nodes = handle.snapshot.nodes;
    this.#emit({ type: 'SnapshotTaken', pod: queued.key, nodes: nodes.length });
    const looks = nodes.length * cycleTimePerNode;
    yield* sleep(cycleTime + looks + handle.prng.nextInt(cycleJitter));
    if (nodes.length === 0) return yield* failures.failWithoutNodes(queued);
    const found = yield* this.#findNodes(pod, nodes);
    if ('error' in found) {
      return yield* failures.fail(queued, found.error, { reason: 'SchedulerError' });
    }
    if (!('fit' in found)) return yield* this.#postFilter(queued, found.state, found.diagnosis);
    const host = yield* this.#selectHost(found.fit);
    yield* this.#assumeAndBind(queued, found.fit, host);
  }

  *#findNodes(pod: Pod, nodes: readonly NodeInfo[]): Process<FindResult> {
    const { framework } = this.#parts.profileOf(pod);
    const info = podInfoOf(pod);
    const state = new CycleState();
    const preFilter = framework.runPreFilter(state, info, nodes);
    this.#emit({ type: 'PreFiltered', pod: info.key, plugins: preFilter.outcomes });
    if (preFilter.status !== undefined) {
      return { diagnosis: diagnosisOfPreFilter(preFilter.status), state };
    }
    const nominated = yield* this.#tryNominatedNode(info, state, preFilter.nodeNames);
    if (nominated !== undefined) return { fit: { info, state, feasible: nominated } };
    const { nodeNames, restrictedBy } = preFilter;
    const eligible =
      nodeNames === undefined ? nodes : nodes.filter((node) => nodeNames.has(node.name));
    const run = filterNodes(
      framework,
      state,
      info,
      eligible,
      this.#nextStartNodeIndex,
      this.#workers,
      framework.scores || this.#parts.extenders?.wantsMany === true,
    );
    this.#nextStartNodeIndex = (this.#nextStartNodeIndex + run.visited.length) % nodes.length;
    this.#emitFiltered(info, run, framework.filtersOf(state));
    const { extenders } = this.#parts;
    const passed = yield* passing(extenders, info, run.feasible);
    if (!passed.ok) return { error: passed.error };
    const { feasible, statuses } = passed.value;
    if (feasible.length > 0) return { fit: { info, state, feasible } };
    const own = diagnosisOfFilter(run.statuses, restrictedBy);
    const left = run.feasible.length > 0 ? extenders?.diagnosis(own, statuses) : undefined;
    return { diagnosis: left ?? own, state };
  }

  /** A pod that preempted others is first tried on its nominated node only. */
  *#tryNominatedNode(
    info: PodInfo,
    state: CycleState,
    allowed: ReadonlySet<string> | undefined,
  ): Process<readonly NodeInfo[] | undefined> {
    const name = info.pod.status?.nominatedNodeName ?? '';
    const { handle, framework } = this.#parts.profileOf(info.pod);
    const node = name === '' ? undefined : handle.snapshot.get(name);
    if (node === undefined || allowed?.has(name) === false) return undefined;
    const run = filterNodes(framework, state, info, [node], 0, this.#workers);
    this.#emitFiltered(info, run, framework.filtersOf(state));
    const passed = yield* passing(this.#parts.extenders, info, run.feasible);
    return passed.ok && passed.value.feasible.length > 0 ? passed.value.feasible : undefined;
  }

  #emitFiltered(info: PodInfo, { visited, statuses }: FilterRun, plugins: readonly string[]): void {
    const nodes = visited.map(({ name }) => {
      const status = statuses.get(name);
      if (status === undefined) return this.#fitting(name);
      return { node: name, feasible: false, plugin: status.plugin, reasons: status.reasons };
    });
    this.#emit({ type: 'NodesFiltered', pod: info.key, plugins, nodes });
  }

  /** Most nodes of a large cluster fit most pods, with the same results each time. */
  #fitting(node: string): Verdict {
    let verdict = this.#fits.get(node);
    if (verdict === undefined) {
      verdict = { node, feasible: true, plugin: '', reasons: [] };
      this.#fits.set(node, verdict);
    }
    return verdict;
  }

  /** A single feasible node is taken without scores. */
  *#selectHost({ info, state, feasible }: Fit): Process<string> {
    const [only] = feasible;
    if (only !== undefined && feasible.length === 1) {
      return this.#selected({ info, node: only.name, total: 0, ties: 1, feasible: 1 });
    }
    const { framework } = this.#parts.profileOf(info.pod);
    const preScore = framework.runPreScore(state, info, feasible);
    this.#emit({ type: 'PreScored', pod: info.key, plugins: preScore.outcomes });
    const { extenders } = this.#parts;
    const own: readonly NodeScores[] = framework.runScore(state, info, feasible);
    const scores = (yield* extenders?.prioritize(info, feasible, own) ?? nothing()) ?? own;
    this.#emit({ type: 'NodesScored', pod: info.key, nodes: scores });
    const best = extenders?.pick(scores) ?? selectHost(scores);
    const total = best?.total ?? 0;
    let ties = 0;
    for (const score of scores) if (score.total === total) ties++;
    const node = best?.node ?? '';
    return this.#selected({ info, node, total, ties, feasible: feasible.length });
  }

  #selected({ info, ...choice }: { readonly info: PodInfo } & Choice): string {
    this.#emit({ type: 'HostSelected', pod: info.key, ...choice });
    return choice.node;
  }

  *#postFilter(queued: QueuedPodInfo, state: CycleState, diagnosis: Diagnosis): Process {
    const { framework, failures } = this.#parts.profileOf(queued.pod);
    const run = yield* framework.runPostFilter(state, podInfoOf(queued.pod), diagnosis);
    this.#emit({
      type: 'PostFiltered',
      pod: queued.key,
      plugins: run.outcomes,
      nominatedNode: run.nominatedNode ?? '',
    });
    const message = run.status?.reasons.join(', ') ?? '';
    const withMessage = { ...diagnosis, postFilterMessage: message };
    yield* failures.failUnschedulable(queued, withMessage, run.nominatedNode);
  }

  /** Counts the pod on its node, runs Reserve and Permit, and binds it beside the next cycle. */
  *#assumeAndBind(queued: QueuedPodInfo, fit: Fit, node: string): Process {
    const { cache } = this.#parts;
    const { framework, handle } = this.#parts.profileOf(queued.pod);
    const assumed: Pod = { ...queued.pod, spec: { ...queued.pod.spec, nodeName: node } };
    cache.assumePod(assumed);
    handle.nominator.delete(assumed);
    this.#emit({ type: 'PodAssumed', pod: queued.key, node });
    const info = podInfoOf(assumed);
    const reserve = framework.runReserve(fit.state, info, node);
    this.#ran(info, node, 'Reserve', reserve.outcomes);
    if (reserve.status !== undefined) {
      return yield* this.#undo(queued, fit.state, info, node, reserve.status);
    }
    const permit = framework.runPermit(fit.state, info, node);
    this.#ran(info, node, 'Permit', permit.outcomes);
    if (permit.status !== undefined) {
      return yield* this.#undo(queued, fit.state, info, node, permit.status);
    }
    handle.sim.spawn(`bind ${queued.key}`, this.#bindingCycle(queued, fit.state, info, node));
  }

  *#bindingCycle(queued: QueuedPodInfo, state: CycleState, info: PodInfo, node: string): Process {
    const { framework, handle, failures } = this.#parts.profileOf(queued.pod);
    if (framework.hasPreBindWork(state, info, node)) {
      yield* failures.nominate(queued.pod, node);
    }
    this.#parts.queue.done(queued.pod);
    const points: readonly [ExtensionPoint, () => Process<PointRun>][] = [
      ['PreBind', () => framework.runPreBind(state, info, node)],
      ['Bind', () => this.#bind(state, info, node)],
    ];
    for (const [point, run] of points) {
      const result = yield* run();
      this.#ran(info, node, point, result.outcomes);
      if (result.status !== undefined) {
        return yield* this.#undo(queued, state, info, node, result.status);
      }
    }
    this.#emit({ type: 'PodBound', pod: info.key, node });
    const message = `Successfully assigned ${info.key} to ${node}`;
    handle.recorder.event(queued.pod, 'Normal', 'Scheduled', message, { action: 'Binding' });
    this.#ran(info, node, 'PostBind', framework.runPostBind(state, info, node).outcomes);
  }

  /** An extender that binds comes before the plugins. Source: bind. */
  *#bind(state: CycleState, info: PodInfo, node: string): Process<PointRun> {
    const { framework } = this.#parts.profileOf(info.pod);
    const bound = yield* this.#parts.extenders?.bind(info, node) ?? nothing();
    return bound ?? (yield* framework.runBind(state, info, node));
  }

  /** Reverts the decision: Unreserve, ForgetPod, and the pod fails. */
  *#undo(
    queued: QueuedPodInfo,
    state: CycleState,
    info: PodInfo,
    node: string,
    status: Status,
  ): Process {
    const { cache, queue } = this.#parts;
    const { framework, failures } = this.#parts.profileOf(queued.pod);
    const unreserved = framework.runUnreserve(state, info, node);
    this.#ran(info, node, 'Unreserve', unreserved.outcomes);
    cache.forgetPod(info.pod);
    queue.moveAll(assignedPodDelete, info.pod, undefined);
    if (isRejected(status)) queued.unschedulablePlugins = new Set([status.plugin]);
    yield* failures.fail(queued, status.reasons.join(', '), {
      reason: isRejected(status) ? 'Unschedulable' : 'SchedulerError',
    });
  }

  #ran(
    info: PodInfo,
    node: string,
    point: ExtensionPoint,
    plugins: readonly PluginOutcome[],
  ): void {
    if (plugins.length === 0) return;
    this.#emit({ type: 'ExtensionPointRan', pod: info.key, point, node, plugins });
  }

  #emit(draft: SchedulerDraft): void {
    const { tracer, component } = this.#parts;
    tracer.emit(Object.assign(draft, { component }) as FactDraft);
  }
}

function* nothing(): Process<undefined> {
  return undefined;
}

/** The nodes that extenders leave, if there are extenders. */
function* passing(
  extenders: Extenders | undefined,
  info: PodInfo,
  feasible: readonly NodeInfo[],
): Process<Result<Passed, string>> {
  if (extenders === undefined) return ok({ feasible, statuses: noStatuses });
  return yield* extenders.filter(info, feasible);
}

const noStatuses: ReadonlyMap<string, Status> = new Map();

/** A fact of this component before the tracer and `#emit` complete it. */
type SchedulerDraft<F = KubeSchedulerFact> = F extends KubeSchedulerFact
  ? Omit<F, 'id' | 'at' | 'cause' | 'component'>
  : never;
