/**
 * Computes the desired number of pods from their usage. Models
 * kubernetes/pkg/controller/podautoscaler/replica_calculator.go.
 */
import { err, ok, type Result } from '#base/result';
import { minute, parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { milliValue } from '#k8s.io/apimachinery/quantity';
import { isPodReady, podCondition } from '../controller/pods.ts';
import type { PodMetric, PodMetricsInfo } from './metrics-client.ts';

/** Source: HPAControllerConfiguration defaults. */
const cpuInitializationPeriod = 5 * minute;
const initialReadinessDelay = 30 * second;
/** Ratios this close to one change nothing. */
const defaultTolerance = 0.1;

export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

export const tolerancesOf = (up?: number, down?: number): Tolerances => ({
  up: up ?? defaultTolerance,
  down: down ?? defaultTolerance,
});

const isWithin = ({ up, down }: Tolerances, ratio: number): boolean =>
  1 - down <= ratio && ratio <= 1 + up;

export interface Question {
  readonly resource: string;
  /** Empty: all containers of a pod. */
  readonly container: string;
  readonly pods: readonly Pod[];
  readonly metrics: PodMetricsInfo;
  readonly currentReplicas: number;
  readonly tolerances: Tolerances;
  readonly now: SimTime;
}

export interface Proposal {
  readonly replicas: number;
  /** For a utilization target, in percent. */
  readonly utilization?: number;
  /** The average per pod, in thousandths. */
  readonly rawValue: number;
}

interface Groups {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  /** The values of the counted pods, by name. */
  readonly metrics: Map<string, number>;
}

/** Source: groupPods. */
function groupPods({ pods, metrics, resource, now }: Question): Groups {
  const counted = new Map([...metrics].map(([name, { value }]) => [name, value]));
  const unready: string[] = [];
  const missing: string[] = [];
  let ready = 0;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const metric = metrics.get(name);
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') counted.delete(name);
    else if (pod.status?.phase === 'Pending') unready.push(name);
    else if (metric === undefined) missing.push(name);
    else if (resource === 'cpu' && isUnready(pod, metric, now)) unready.push(name);
    else ready++;
  }
  for (const name of unready) counted.delete(name);
  return { ready, unready, missing, metrics: counted };
}

/** A starting pod uses more cpu than later, so its usage does not count. */
function isUnready(pod: Pod, metric: PodMetric, now: SimTime): boolean {
  const condition = podCondition(pod, 'Ready');
  const started = parseRfc3339(pod.status?.startTime ?? '');
  if (condition === undefined || started === undefined) return true;
  const since = parseRfc3339(condition.lastTransitionTime ?? '') ?? 0;
  if (started + cpuInitializationPeriod > now) {
    return !isPodReady(pod) || metric.at < since + metric.window;
  }
  return !isPodReady(pod) && started + initialReadinessDelay > since;
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** For a target in percent of the pods' requests. Source: GetResourceReplicas. */
export function utilizationReplicas(question: Question, target: number): Result<Proposal, string> {
  const groups = groupPods(question);
  const problem = checked(question, groups);
  if (problem !== undefined) return err(problem);
  const requests = podRequests(question);
  if (!requests.ok) return requests;
  const requestOf = (name: string): number => requests.value.get(name) ?? 0;
  const ratioOf = (metrics: ReadonlyMap<string, number>): number => {
    const asked = sum([...metrics.keys()].map(requestOf));
    return asked === 0 ? 0 : Math.floor((sum(metrics.values()) * 100) / asked) / target;
  };
  const { metrics } = groups;
  const asked = sum([...metrics.keys()].map(requestOf));
  if (asked === 0) return err('no metrics returned matched known pods');
  const used = sum(metrics.values());
  const fallback = Math.max(100, target);
  const replicas = propose(question, groups, ratioOf, (name) => (requestOf(name) * fallback) / 100);
  const utilization = Math.floor((used * 100) / asked);
  return ok({ replicas, utilization, rawValue: Math.floor(used / metrics.size) });
}

/** For a target in thousandths per pod. Source: GetRawResourceReplicas. */
export function averageValueReplicas(question: Question, target: number): Result<Proposal, string> {
  const groups = groupPods(question);
  const problem = checked(question, groups);
  if (problem !== undefined) return err(problem);
  const averageOf = (metrics: ReadonlyMap<string, number>): number =>
    Math.floor(sum(metrics.values()) / metrics.size);
  const ratioOf = (metrics: ReadonlyMap<string, number>): number => averageOf(metrics) / target;
  const rawValue = averageOf(groups.metrics);
  return ok({ replicas: propose(question, groups, ratioOf, () => target), rawValue });
}

function checked({ pods }: Question, { metrics }: Groups): string | undefined {
  if (pods.length === 0) return 'no pods returned by selector while calculating replica count';
  if (metrics.size > 0) return undefined;
  return 'did not receive metrics for targeted pods (pods might be unready)';
}

/** Pods without a metric count against the change that the others suggest. */
function propose(
  { currentReplicas, tolerances }: Question,
  { metrics, ready, unready, missing }: Groups,
  ratioOf: (metrics: ReadonlyMap<string, number>) => number,
  fallback: (name: string) => number,
): number {
  const ratio = ratioOf(metrics);
  const upWithUnready = unready.length > 0 && ratio > 1;
  if (!upWithUnready && missing.length === 0) {
    return isWithin(tolerances, ratio) ? currentReplicas : Math.ceil(ratio * ready);
  }
  const all = new Map(metrics);
  for (const name of missing) {
    if (ratio < 1) all.set(name, fallback(name));
    else if (ratio > 1) all.set(name, 0);
  }
  if (upWithUnready) for (const name of unready) all.set(name, 0);
  const next = ratioOf(all);
  const turned = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  if (isWithin(tolerances, next) || turned) return currentReplicas;
  const replicas = Math.ceil(next * all.size);
  const contrary =
    (next < 1 && replicas > currentReplicas) || (next > 1 && replicas < currentReplicas);
  return contrary ? currentReplicas : replicas;
}

/** Source: calculatePodRequests. */
function podRequests({
  pods,
  resource,
  container,
}: Question): Result<ReadonlyMap<string, number>, string> {
  const requests = new Map<string, number>();
  for (const { metadata, spec } of pods) {
    const sidecars = (spec.initContainers ?? []).filter((one) => one.restartPolicy === 'Always');
    let total = 0;
    for (const { name, resources } of [...spec.containers, ...sidecars]) {
      if (container !== '' && container !== name) continue;
      const request = resources?.requests?.[resource];
      if (request === undefined) {
        return err(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
      }
      total += milliValue(request);
    }
    requests.set(metadata.name, total);
  }
  return ok(requests);
}
