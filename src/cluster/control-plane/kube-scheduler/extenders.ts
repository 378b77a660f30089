/**
 * The extenders of a scheduler, asked in their order.
 *
 * Models kubernetes/pkg/scheduler: buildExtenders (scheduler.go), findNodesThatPassExtenders,
 * prioritizeNodes and extendersBinding (schedule_one.go), callExtenders (framework/preemption).
 * In: what the plugins found. Out: what is left of it; each answer is a fact. A browser fetches
 * this file only for a cluster that has extenders.
 */
import { must } from '#base/assert';
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import type { SchedulerExtender } from '#cluster/config/cluster-config';
import type { Process } from '#sim/simulation';
import type { ExtenderCalled } from '#trace/facts/kube-scheduler';
import type { Tracer } from '#trace/tracer';
import { type ExtenderParts, HttpExtender } from './extender.ts';
import { extenderName } from './find-nodes.ts';
import { maxNodeScore, type PostFilterOutcome } from './framework/interface.ts';
import type { PointRun } from './framework/runtime/framework.ts';
import type { NodeScores, PluginScore } from './framework/runtime/scoring.ts';
import type { Candidate } from './framework/types/candidate.ts';
import type { NodeInfo } from './framework/types/node-info.ts';
import type { PodInfo } from './framework/types/pod-info.ts';
import {
  type Diagnosis,
  errorStatus,
  type Status,
  unresolvable,
  unschedulable,
} from './framework/types/status.ts';

/** Source: extender/v1 MaxExtenderPriority. */
const maxExtenderPriority = 10;

interface Parts extends ExtenderParts {
  readonly tracer: Tracer;
  readonly component: string;
  readonly prng: Prng;
}

/** What the extenders left of the feasible nodes. */
export interface Passed {
  readonly feasible: readonly NodeInfo[];
  /** Why nodes failed, by node. */
  readonly statuses: ReadonlyMap<string, Status>;
}

type Asked = Pick<ExtenderCalled, 'verb' | 'nodes'> & {
  readonly extender: HttpExtender;
  readonly pod: string;
};

export class Extenders {
  readonly #parts: Parts;
  readonly #all: readonly HttpExtender[];
  /** Decides between nodes that they scored alike. */
  readonly #chance: Prng;

  /** Throws an Error in upstream's words if the configuration is not valid. */
  constructor(parts: Parts, configs: readonly SchedulerExtender[]) {
    const wrong = problemOf(configs);
    if (wrong !== undefined) throw new Error(wrong);
    this.#parts = parts;
    this.#chance = parts.prng.fork('extender-scores');
    const all = configs.map((config) => new HttpExtender(parts, config));
    // Those that may be ignored are asked last.
    this.#all = [
      ...all.filter(({ isIgnorable }) => !isIgnorable),
      ...all.filter(({ isIgnorable }) => isIgnorable),
    ];
  }

  /** Whether they need more than the first node that fits. */
  get wantsMany(): boolean {
    return this.#all.some(({ isFilter, isPrioritizer }) => isFilter || isPrioritizer);
  }

  /** One after the other, each with the nodes that the one before left. */
  *filter({ pod, key }: PodInfo, feasible: readonly NodeInfo[]): Process<Result<Passed, string>> {
    const statuses = new Map<string, Status>();
    let nodes = feasible;
    for (const extender of this.#all) {
      if (nodes.length === 0) break;
      if (!extender.isFilter || !extender.isInterested(pod)) continue;
      const asked = { extender, pod: key, verb: 'filter', nodes: nodes.length } as const;
      const answer = yield* extender.filter(pod, nodes);
      if (!answer.ok) {
        if (this.#failed(asked, answer.error)) continue;
        return answer;
      }
      const { failed, unresolvable: never, nodes: left } = answer.value;
      this.#answered(asked, left.length);
      for (const node in never) statuses.set(node, unresolvable(never[node] ?? ''));
      for (const node in failed) {
        if (!(node in never)) statuses.set(node, unschedulable(failed[node] ?? ''));
      }
      nodes = left;
    }
    return ok({ feasible: nodes, statuses });
  }

  /**
   * All at once. Scores of an extender count as its weight says, as many times as the highest score
   * of a plugin is above that of an extender. An error only means that it gives no scores.
   */
  *prioritize(
    { pod, key }: PodInfo,
    nodes: readonly NodeInfo[],
    scores: readonly NodeScores[],
  ): Process<readonly NodeScores[]> {
    const added = new Map<string, PluginScore[]>();
    const ask = function* (this: Extenders, extender: HttpExtender): Process {
      const asked = { extender, pod: key, verb: 'prioritize', nodes: nodes.length } as const;
      const answer = yield* extender.prioritize(pod, nodes);
      if (!answer.ok) return void this.#failed(asked, answer.error, true);
      this.#answered(asked, answer.value.length);
      const { name: plugin, weight } = extender;
      for (const { host, score } of answer.value) {
        const normalized = score * (maxNodeScore / maxExtenderPriority);
        const one = { plugin, raw: score, normalized, weight, weighted: normalized * weight };
        added.set(host, [...(added.get(host) ?? []), one]);
      }
    };
    const { sim } = this.#parts;
    const tasks = this.#all
      .filter((extender) => extender.isPrioritizer && extender.isInterested(pod))
      .map((extender) => sim.spawn('prioritize', ask.call(this, extender)));
    for (const task of tasks) yield* task.join();
    return scores.map((score) => {
      const more = added.get(score.node);
      if (more === undefined) return score;
      const total = more.reduce((sum, { weighted }) => sum + weighted, score.total);
      return { ...score, plugins: [...score.plugins, ...more], total };
    });
  }

  /** Among equals chance decides: v1.36 draws a number for each node that an extender scored. */
  pick(scores: readonly NodeScores[]): NodeScores {
    const best = scores.reduce(
      (most, { total }) => Math.max(most, total),
      Number.NEGATIVE_INFINITY,
    );
    const equals = scores.filter(({ total }) => total === best);
    return must(equals[this.#chance.nextInt(equals.length)], 'a node was scored');
  }

  /** The diagnosis when they took nodes out that the plugins had left. */
  diagnosis(diagnosis: Diagnosis, statuses: Passed['statuses']): Diagnosis {
    return {
      ...diagnosis,
      nodeToStatus: new Map([...diagnosis.nodeToStatus, ...statuses]),
      unschedulablePlugins: new Set([...diagnosis.unschedulablePlugins, extenderName]),
    };
  }

  /** Undefined: no extender binds this pod, the plugins do. */
  *bind({ pod, key }: PodInfo, node: string): Process<PointRun | undefined> {
    for (const extender of this.#all) {
      if (!extender.isBinder || !extender.isInterested(pod)) continue;
      const asked = { extender, pod: key, verb: 'bind', nodes: 1 } as const;
      const answer = yield* extender.bind(pod, node);
      const plugin = extender.name;
      if (answer.ok) {
        this.#answered(asked, 1);
        return { outcomes: [{ plugin, outcome: 'success', reason: '' }] };
      }
      if (this.#failed(asked, answer.error)) continue;
      const reason = answer.error;
      return { status: errorStatus(reason), outcomes: [{ plugin, outcome: 'error', reason }] };
    }
    return undefined;
  }

  /** Starts the preemption with the candidates that are left. */
  *preempt(
    info: PodInfo,
    found: readonly Candidate[],
    nodes: readonly NodeInfo[],
    start: (chosen: readonly Candidate[]) => PostFilterOutcome,
  ): Process<PostFilterOutcome> {
    const chosen = yield* this.#candidates(info, found, nodes);
    if (!chosen.ok) return { status: errorStatus(`preemption: ${chosen.error}`) };
    if (chosen.value.length > 0) return start(chosen.value);
    return { status: unschedulable('no candidate node for preemption'), nominatedNode: '' };
  }

  /** Source: callExtenders. */
  *#candidates(
    { pod, key }: PodInfo,
    found: readonly Candidate[],
    nodes: readonly NodeInfo[],
  ): Process<Result<readonly Candidate[], string>> {
    let candidates = found;
    for (const extender of this.#all) {
      if (candidates.length === 0) break;
      if (!extender.supportsPreemption || !extender.isInterested(pod)) continue;
      const asked = { extender, pod: key, verb: 'preempt', nodes: candidates.length } as const;
      const answer = yield* extender.preempt(pod, candidates, nodes);
      const without = answer.ok && answer.value.find(({ victims }) => victims.length === 0);
      const error = answer.ok
        ? without && !extender.isIgnorable
          ? `expected at least one victim pod on node "${without.node}"`
          : undefined
        : answer.error;
      if (error !== undefined) {
        if (this.#failed(asked, error)) continue;
        return err(error);
      }
      if (answer.ok) candidates = answer.value.filter(({ victims }) => victims.length > 0);
      this.#answered(asked, candidates.length);
    }
    return ok(candidates);
  }

  #answered(asked: Asked, left: number): void {
    this.#emit(asked, { outcome: 'success', left, reason: '' });
  }

  /** Whether its failure is ignored. */
  #failed(asked: Asked, reason: string, ignored = asked.extender.isIgnorable): boolean {
    this.#emit(asked, { outcome: ignored ? 'ignored' : 'error', left: asked.nodes, reason });
    return ignored;
  }

  #emit(
    { extender, ...asked }: Asked,
    result: Pick<ExtenderCalled, 'outcome' | 'left' | 'reason'>,
  ): void {
    const { tracer, component } = this.#parts;
    tracer.emit({
      type: 'ExtenderCalled',
      component,
      ...asked,
      extender: extender.name,
      ...result,
    });
  }
}

/** Source: validateExtenders. */
function problemOf(configs: readonly SchedulerExtender[]): string | undefined {
  for (const [index, { prioritizeVerb = '', weight = 0 }] of configs.entries()) {
    if (prioritizeVerb !== '' && weight <= 0) {
      const why = 'must have a positive weight applied to it';
      return `extenders[${index}].weight: Invalid value: ${weight}: ${why}`;
    }
  }
  const names = configs.flatMap(({ managedResources = [] }) => managedResources);
  const twice = names.find(({ name }, at) => names.findIndex((each) => each.name === name) < at);
  if (twice !== undefined) {
    const why = 'duplicate extender managed resource name';
    return `extenders: Invalid value: "${twice.name}": ${why}`;
  }
  const binders = configs.filter(({ bindVerb = '' }) => bindVerb !== '').length;
  if (binders < 2) return undefined;
  const found = `"found ${binders} extenders implementing bind"`;
  return `extenders: Invalid value: ${found}: only one extender can implement bind`;
}
