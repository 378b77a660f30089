/**
 * How full a node is or would be, as a score: the three strategies of NodeResourcesFit.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/noderesources least_allocated.go,
 * most_allocated.go, requested_to_capacity_ratio.go and resource_allocation.go.
 */
import type { ScoringStrategy } from '#cluster/config/cluster-config';
import { maxNodeScore } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import type { PodRequests } from '../../types/pod-requests.ts';

export type ResourceScorer = (requests: PodRequests, node: NodeInfo) => number;

const defaultResources = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];
/** Scores of a shape range up to 10. Source: config.MaxCustomPriorityScore. */
const maxShapeScore = 10;
const full = 100;

export function resourceScorer(strategy: ScoringStrategy | undefined): ResourceScorer {
  const { type = 'LeastAllocated', resources = defaultResources, shape = [] } = strategy ?? {};
  const isRatio = type === 'RequestedToCapacityRatio';
  const points = shape.map(({ utilization, score }) => ({
    utilization,
    score: score * (maxNodeScore / maxShapeScore),
  }));
  const scoreOf = (requested: number, allocatable: number): number => {
    if (type === 'LeastAllocated') return leastAllocated(requested, allocatable);
    if (type === 'MostAllocated') return mostAllocated(requested, allocatable);
    return alongShape(points, requested, allocatable);
  };
  return (requests, node) => {
    let sum = 0;
    let weights = 0;
    for (const { name, weight } of resources) {
      const allocatable = node.allocatable[name] ?? 0;
      const requested = requestedOf(name, requests, node);
      if (allocatable === 0 || requested === undefined) continue;
      const score = scoreOf(requested, allocatable);
      // A node without the resource has no ratio.
      if (isRatio && score === 0) continue;
      sum += score * weight;
      weights += weight;
    }
    if (weights === 0) return 0;
    return isRatio ? Math.round(sum / weights) : Math.trunc(sum / weights);
  };
}

/** With the pod on it; `undefined`: an extended resource that the pod does not ask for. */
function requestedOf(name: string, requests: PodRequests, node: NodeInfo): number | undefined {
  if (name === 'cpu') return node.nonZeroMilliCpu + requests.nonZeroMilliCpu;
  if (name === 'memory') return node.nonZeroMemory + requests.nonZeroMemory;
  const own = requests.requests[name] ?? 0;
  return own === 0 ? undefined : (node.requested[name] ?? 0) + own;
}

const leastAllocated = (requested: number, allocatable: number): number =>
  requested > allocatable
    ? 0
    : Math.trunc(((allocatable - requested) * maxNodeScore) / allocatable);

const mostAllocated = (requested: number, allocatable: number): number =>
  Math.trunc((Math.min(requested, allocatable) * maxNodeScore) / allocatable);

interface Point {
  readonly utilization: number;
  readonly score: number;
}

/** Source: BuildBrokenLinearFunction. */
function alongShape(points: readonly Point[], requested: number, allocatable: number): number {
  const utilization = requested > allocatable ? full : Math.trunc((requested * full) / allocatable);
  for (const [index, point] of points.entries()) {
    if (utilization > point.utilization) continue;
    const before = points[index - 1];
    if (before === undefined) return point.score;
    const part = utilization - before.utilization;
    const width = point.utilization - before.utilization;
    return before.score + Math.trunc(((point.score - before.score) * part) / width);
  }
  return points.at(-1)?.score ?? 0;
}
