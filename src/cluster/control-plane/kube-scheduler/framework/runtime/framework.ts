/**
 * One profile's plugins, and the way each extension point runs them.
 *
 * Models kubernetes/pkg/scheduler/framework/runtime/framework.go: plugins in their order, Skip
 * from PreFilter and PreScore honoured, the first rejection of a node ends its filters.
 */
import { defined } from '#base/defined';
import type { Pod } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import type { PluginOutcome } from '#trace/facts/kube-scheduler';
import type { Nominator } from '../../backend/queue/nominator.ts';
import type { QueuedPodInfo } from '../../backend/queue/queued-pod-info.ts';
import type { CycleState } from '../cycle-state.ts';
import type { Plugin, PluginEntry } from '../interface.ts';
import type { NodeInfo } from '../types/node-info.ts';
import { type PodInfo, priorityOf } from '../types/pod-info.ts';
import { type Diagnosis, errorStatus, type Status, unresolvable } from '../types/status.ts';
import { type NodeScores, scoreNodes } from './scoring.ts';

export interface PreFilterRun {
  readonly status?: Status;
  readonly nodeNames?: ReadonlySet<string>;
  /** The plugins that restricted the nodes. */
  readonly restrictedBy: readonly string[];
  readonly outcomes: readonly PluginOutcome[];
}

export interface PostFilterRun {
  readonly status?: Status;
  readonly nominatedNode?: string;
  readonly outcomes: readonly PluginOutcome[];
}

export interface PointRun {
  readonly status?: Status;
  readonly outcomes: readonly PluginOutcome[];
}

/** A plugin's result, for the trace. */
const outcomeOf = (plugin: string, status: Status | undefined): PluginOutcome => ({
  plugin,
  outcome: status === undefined ? 'success' : outcomeNames[status.code],
  reason: status?.reasons.join(', ') ?? '',
});

const outcomeNames = {
  Error: 'error',
  Unschedulable: 'unschedulable',
  UnschedulableAndUnresolvable: 'unresolvable',
  Wait: 'success',
  Skip: 'skip',
  Pending: 'unschedulable',
} as const;

const from = (plugin: string, status: Status): Status => ({ ...status, plugin });

/** An error, unlike a rejection, names its extension point. */
const failed = (point: 'PreBind' | 'Bind', plugin: string, status: Status): Status => ({
  ...status,
  plugin,
  ...(status.code === 'Error'
    ? { reasons: [`running ${point} plugin "${plugin}": ${status.reasons.join(', ')}`] }
    : {}),
});

export class Framework {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore: number;
  /** Whether any plugin scores; if none does, the first feasible node is taken. */
  readonly scores: boolean;
  readonly #entries: readonly PluginEntry[];
  readonly #plugins: readonly Plugin[];
  readonly #filters: readonly Plugin[];
  readonly #nominator: Nominator;

  constructor(
    schedulerName: string,
    nominator: Nominator,
    entries: readonly PluginEntry[],
    percentageOfNodesToScore = 0,
  ) {
    this.schedulerName = schedulerName;
    this.percentageOfNodesToScore = percentageOfNodesToScore;
    this.scores = entries.some(({ plugin }) => plugin.score !== undefined);
    this.#nominator = nominator;
    this.#entries = entries;
    this.#plugins = entries.map(({ plugin }) => plugin);
    this.#filters = this.#plugins.filter((plugin) => plugin.filter !== undefined);
  }

  get plugins(): readonly Plugin[] {
    return this.#plugins;
  }

  less(a: QueuedPodInfo, b: QueuedPodInfo): boolean {
    return this.#plugins.find((plugin) => plugin.less !== undefined)?.less?.(a, b) ?? false;
  }

  runPreEnqueue(pod: Pod): Status | undefined {
    for (const plugin of this.#plugins) {
      const status = plugin.preEnqueue?.(pod);
      if (status !== undefined) return from(plugin.name, status);
    }
    return undefined;
  }

  /** Source: RunPreFilterPlugins. */
  runPreFilter(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): PreFilterRun {
    const outcomes: PluginOutcome[] = [];
    const restrictedBy: string[] = [];
    let nodeNames: ReadonlySet<string> | undefined;
    let rejected: Status | undefined;
    for (const plugin of this.#plugins) {
      const result = plugin.preFilter?.(state, info, nodes);
      if (result === undefined) continue;
      outcomes.push(outcomeOf(plugin.name, result.status));
      if (result.status?.code === 'Skip') state.skipFilter.add(plugin.name);
      else if (result.status !== undefined) {
        rejected = from(plugin.name, result.status);
        if (rejected.code !== 'Unschedulable') return { status: rejected, restrictedBy, outcomes };
      }
      if (result.nodeNames === undefined) continue;
      const before: ReadonlySet<string> | undefined = nodeNames;
      nodeNames =
        before === undefined
          ? result.nodeNames
          : new Set([...result.nodeNames].filter((name) => before.has(name)));
      restrictedBy.push(plugin.name);
      if (nodeNames.size === 0) {
        return { status: noNodeLeft(plugin.name, restrictedBy), restrictedBy, outcomes };
      }
    }
    const restricted = defined({ nodeNames });
    return rejected === undefined
      ? { ...restricted, restrictedBy, outcomes }
      : { ...restricted, status: rejected, restrictedBy, outcomes };
  }

  /** The Filter plugins for each node, in order, without those that PreFilter skipped. */
  filtersOf(state: CycleState): readonly string[] {
    return this.activeFilters(state).map(({ name }) => name);
  }

  activeFilters(state: CycleState): readonly Plugin[] {
    return this.#filters.filter(({ name }) => !state.skipFilter.has(name));
  }

  /** The first rejection of one node, or `undefined`. Source: RunFilterPlugins. */
  #runFilter(
    filters: readonly Plugin[],
    state: CycleState,
    info: PodInfo,
    node: NodeInfo,
  ): Status | undefined {
    for (let i = 0; i < filters.length; i++) {
      const plugin = filters[i] as Plugin;
      const status = plugin.filter?.(state, info, node);
      if (status !== undefined) return from(plugin.name, status);
    }
    return undefined;
  }

  /**
   * Filters a node with the more important nominated pods added, and again without them: the pod
   * must fit both times. Source: RunFilterPluginsWithNominatedPods.
   */
  runFilterWithNominatedPods(
    state: CycleState,
    info: PodInfo,
    node: NodeInfo,
    filters = this.activeFilters(state),
  ): Status | undefined {
    const nominated = this.#nominator.hasPodsOn(node.name) ? this.#nominatedFor(info, node) : [];
    if (nominated.length > 0) {
      const busy = node.clone();
      const busyState = state.clone();
      for (const pod of nominated) {
        busy.addPod(pod);
        this.runAddPod(busyState, info, pod, busy);
      }
      const status = this.#runFilter(filters, busyState, info, busy);
      if (status !== undefined) return status;
    }
    return this.#runFilter(filters, state, info, node);
  }

  /** Pods of the same or a higher priority that are nominated for the node. */
  #nominatedFor(info: PodInfo, node: NodeInfo): readonly PodInfo[] {
    return this.#nominator
      .podsOn(node.name)
      .filter(
        ({ pod }) =>
          pod.metadata.uid !== info.pod.metadata.uid && priorityOf(pod) >= priorityOf(info.pod),
      );
  }

  runAddPod(state: CycleState, info: PodInfo, added: PodInfo, node: NodeInfo): void {
    for (const plugin of this.#plugins) {
      if (!state.skipFilter.has(plugin.name)) plugin.addPod?.(state, info, added, node);
    }
  }

  runRemovePod(state: CycleState, info: PodInfo, removed: PodInfo, node: NodeInfo): void {
    for (const plugin of this.#plugins) {
      if (!state.skipFilter.has(plugin.name)) plugin.removePod?.(state, info, removed, node);
    }
  }

  /** Source: RunPostFilterPlugins: the first success counts; else all reasons together. */
  *runPostFilter(state: CycleState, info: PodInfo, diagnosis: Diagnosis): Process<PostFilterRun> {
    const outcomes: PluginOutcome[] = [];
    const reasons: string[] = [];
    let nominatedNode: string | undefined;
    let rejectedBy = '';
    for (const plugin of this.#plugins) {
      const begun = plugin.postFilter?.(state, info, diagnosis);
      if (begun === undefined) continue;
      const result = begun.goOn === undefined ? begun : yield* begun.goOn();
      outcomes.push(outcomeOf(plugin.name, result.status));
      if (result.nominatedNode !== undefined) nominatedNode = result.nominatedNode;
      if (result.status === undefined) return { ...nomination(nominatedNode), outcomes };
      if (result.status.code !== 'Unschedulable') {
        return { ...nomination(nominatedNode), status: from(plugin.name, result.status), outcomes };
      }
      reasons.push(...result.status.reasons);
      if (rejectedBy === '') rejectedBy = plugin.name;
    }
    const status: Status = { code: 'Unschedulable', reasons, plugin: rejectedBy };
    return { ...nomination(nominatedNode), status, outcomes };
  }

  /** Source: RunPreScorePlugins. */
  runPreScore(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): PointRun {
    const outcomes: PluginOutcome[] = [];
    for (const plugin of this.#plugins) {
      if (plugin.preScore === undefined) continue;
      const status = plugin.preScore(state, info, nodes);
      outcomes.push(outcomeOf(plugin.name, status));
      if (status?.code === 'Skip') state.skipScore.add(plugin.name);
      else if (status !== undefined) return { status: from(plugin.name, status), outcomes };
    }
    return { outcomes };
  }

  runScore(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): readonly NodeScores[] {
    return scoreNodes(this.#entries, state, info, nodes);
  }

  runReserve(state: CycleState, info: PodInfo, node: string): PointRun {
    return this.#runEach((plugin) => plugin.reserve?.bind(plugin), state, info, node);
  }

  /** In reverse order; it cannot fail. */
  runUnreserve(state: CycleState, info: PodInfo, node: string): PointRun {
    const outcomes: PluginOutcome[] = [];
    for (const plugin of [...this.#plugins].reverse()) {
      if (plugin.unreserve === undefined) continue;
      plugin.unreserve(state, info, node);
      outcomes.push(outcomeOf(plugin.name, undefined));
    }
    return { outcomes };
  }

  runPermit(state: CycleState, info: PodInfo, node: string): PointRun {
    return this.#runEach((plugin) => plugin.permit?.bind(plugin), state, info, node);
  }

  /** Whether some PreBind plugin has work for the pod. Source: RunPreBindPreFlights. */
  hasPreBindWork(state: CycleState, info: PodInfo, node: string): boolean {
    return this.#plugins.some(
      (plugin) =>
        plugin.preBind !== undefined &&
        plugin.preBindPreFlight?.(state, info, node)?.code !== 'Skip',
    );
  }

  *runPreBind(state: CycleState, info: PodInfo, node: string): Process<PointRun> {
    const outcomes: PluginOutcome[] = [];
    for (const plugin of this.#plugins) {
      if (plugin.preBind === undefined) continue;
      const planned = plugin.preBindPreFlight?.(state, info, node);
      const skipped = planned?.code === 'Skip';
      const status = skipped ? planned : yield* plugin.preBind(state, info, node);
      outcomes.push(outcomeOf(plugin.name, status));
      if (status !== undefined && !skipped) {
        return { status: failed('PreBind', plugin.name, status), outcomes };
      }
    }
    return { outcomes };
  }

  /** The first plugin that does not skip binds the pod. */
  *runBind(state: CycleState, info: PodInfo, node: string): Process<PointRun> {
    const outcomes: PluginOutcome[] = [];
    for (const plugin of this.#plugins) {
      if (plugin.bind === undefined) continue;
      const status = yield* plugin.bind(state, info, node);
      outcomes.push(outcomeOf(plugin.name, status));
      if (status === undefined) return { outcomes };
      if (status.code !== 'Skip') return { status: failed('Bind', plugin.name, status), outcomes };
    }
    return { status: errorStatus('no plugin bound the pod'), outcomes };
  }

  runPostBind(state: CycleState, info: PodInfo, node: string): PointRun {
    return this.#runEach(
      (plugin) =>
        plugin.postBind === undefined
          ? undefined
          : (...args) => {
              plugin.postBind?.(...args);
              return undefined;
            },
      state,
      info,
      node,
    );
  }

  #runEach(
    method: (
      plugin: Plugin,
    ) => ((state: CycleState, info: PodInfo, node: string) => Status | undefined) | undefined,
    state: CycleState,
    info: PodInfo,
    node: string,
  ): PointRun {
    const outcomes: PluginOutcome[] = [];
    for (const plugin of this.#plugins) {
      const run = method(plugin);
      if (run === undefined) continue;
      const status = run(state, info, node);
      outcomes.push(outcomeOf(plugin.name, status));
      if (status !== undefined) return { status: from(plugin.name, status), outcomes };
    }
    return { outcomes };
  }
}

const nomination = (node: string | undefined): { readonly nominatedNode?: string } =>
  defined({ nominatedNode: node });

function noNodeLeft(plugin: string, restrictedBy: readonly string[]): Status {
  const reason =
    restrictedBy.length === 1
      ? `node(s) didn't satisfy plugin ${plugin}`
      : `node(s) didn't satisfy plugin(s) [${restrictedBy.join(' ')}] simultaneously`;
  return from(plugin, unresolvable(reason));
}
