/**
 * Scores of the feasible nodes: raw, normalised, weighted and summed; and the pick among them.
 * Models RunScorePlugins and the score heap of kubernetes/pkg/scheduler/schedule_one.go.
 */
import type { CycleState } from '../cycle-state.ts';
import type { PluginEntry } from '../interface.ts';
import type { NodeInfo } from '../types/node-info.ts';
import type { PodInfo } from '../types/pod-info.ts';

export interface PluginScore {
  readonly plugin: string;
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
  readonly weighted: number;
}

export interface NodeScores {
  readonly node: string;
  readonly plugins: readonly PluginScore[];
  readonly total: number;
}

/** One plugin's scores of all nodes. */
interface Column {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: readonly number[];
  readonly normalized: readonly number[];
}

/**
 * Scores in node order. A plugin that PreScore skipped does not appear. Neighbours with equal
 * scores share one list, because most nodes of a large cluster are equal.
 */
export function scoreNodes(
  entries: readonly PluginEntry[],
  state: CycleState,
  info: PodInfo,
  nodes: readonly NodeInfo[],
): readonly NodeScores[] {
  const columns: Column[] = [];
  for (const { plugin, weight } of entries) {
    if (plugin.score === undefined || state.skipScore.has(plugin.name)) continue;
    const raw: number[] = [];
    for (const node of nodes) raw.push(plugin.score(state, info, node));
    const normalized = plugin.normalizeScore?.(state, raw, nodes) ?? raw;
    columns.push({ plugin: plugin.name, weight, raw, normalized });
  }
  let plugins: readonly PluginScore[] = [];
  let total = 0;
  const scores: NodeScores[] = [];
  for (let index = 0; index < nodes.length; index++) {
    if (index === 0 || !sameAsBefore(columns, index)) {
      plugins = columns.map((column) => scoreAt(column, index));
      total = plugins.reduce((sum, score) => sum + score.weighted, 0);
    }
    scores.push({ node: (nodes[index] as NodeInfo).name, plugins, total });
  }
  return scores;
}

function sameAsBefore(columns: readonly Column[], index: number): boolean {
  for (const { raw, normalized } of columns) {
    if (raw[index] !== raw[index - 1] || normalized[index] !== normalized[index - 1]) return false;
  }
  return true;
}

function scoreAt({ plugin, weight, raw, normalized }: Column, index: number): PluginScore {
  const value = normalized[index] ?? 0;
  return { plugin, raw: raw[index] ?? 0, normalized: value, weight, weighted: value * weight };
}

/**
 * The node with the highest total. Among equals the position after building a binary heap decides:
 * v1.36 draws a random number only when an extender scored the nodes.
 */
export function selectHost(scores: readonly NodeScores[]): NodeScores | undefined {
  const heap = [...scores];
  for (let start = (heap.length >> 1) - 1; start >= 0; start--) siftDown(heap, start);
  return heap[0];
}

function siftDown(heap: NodeScores[], start: number): void {
  let at = start;
  for (;;) {
    const left = 2 * at + 1;
    const higher = totalAt(heap, left + 1) > totalAt(heap, left) ? left + 1 : left;
    const child = heap[higher];
    const parent = heap[at];
    if (child === undefined || parent === undefined || child.total <= parent.total) return;
    heap[at] = child;
    heap[higher] = parent;
    at = higher;
  }
}

const totalAt = (heap: readonly NodeScores[], index: number): number =>
  heap[index]?.total ?? Number.NEGATIVE_INFINITY;
