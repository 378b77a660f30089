/**
 * The part of an attempt that has room beside other attempts: a few nodes, and who gave them
 * points.
 */
import type { SchedulingScene } from '#player/scene';

/** When an attempt came as far as it is shown; `undefined` before the filters have answered. */
export const momentIn = ({ selected, scored, filtered }: SchedulingScene): number | undefined =>
  (selected ?? scored ?? filtered)?.at;

/**
 * The attempts since the run began, without those for the Pods that the cluster had before; if
 * there is none, the last of those.
 */
export function ofThisRun(
  attempts: readonly SchedulingScene[],
  begin: number,
): readonly SchedulingScene[] {
  const own = attempts.filter((attempt) => (momentIn(attempt) ?? begin) >= begin);
  return own.length > 0 ? own : attempts.slice(-1);
}

/** Columns that a table has room for; the chosen node always has one. */
const mostNodes = 3;

/** The nodes in the order they were looked at; only the best ones if not all have room. */
export function shownNodes(attempt: SchedulingScene): readonly string[] {
  const { filtered, selected } = attempt;
  const names = (filtered?.nodes ?? []).map(({ node }) => node);
  if (names.length <= mostNodes) return [...names].sort();
  const rank = (name: string): number =>
    name === selected?.node ? Number.POSITIVE_INFINITY : (totalOf(attempt, name) ?? -1);
  return [...names]
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, mostNodes)
    .sort();
}

/** The plugins that looked at nodes for any of the Pods, in their order. */
export function filtersOf(attempts: readonly SchedulingScene[]): readonly string[] {
  return [...new Set(attempts.flatMap(({ filtered }) => filtered?.plugins ?? []))];
}

/** How many filters had nothing to check for the last Pod. */
export function skippedBy(attempts: readonly SchedulingScene[]): number {
  const plugins = attempts.at(-1)?.preFiltered?.plugins ?? [];
  return plugins.filter(({ outcome }) => outcome === 'skip').length;
}

/**
 * The plugins that gave a node points, first those whose points differ most. Where none do, the
 * last in the scheduler's list comes first, as it does later: its preferences are what differs.
 */
export function scorersOf(attempts: readonly SchedulingScene[]): readonly string[] {
  const apart = new Map<string, number>();
  for (const { scored } of attempts) {
    for (const { plugin } of scored?.nodes[0]?.plugins ?? []) {
      const points = (scored?.nodes ?? []).map((each) => weightedOf(each, plugin));
      if (points.every((each) => each === 0)) continue;
      const difference = Math.max(...points) - Math.min(...points);
      apart.set(plugin, Math.max(apart.get(plugin) ?? 0, difference));
    }
  }
  const lastFirst = [...apart].reverse();
  return lastFirst.sort(([, a], [, b]) => b - a).map(([plugin]) => plugin);
}

/** What a plugin adds to the sum of a node. */
export function pointsOf({ scored }: SchedulingScene, node: string, plugin: string): number {
  const found = scored?.nodes.find((each) => each.node === node);
  return found === undefined ? 0 : weightedOf(found, plugin);
}

type ScoredNode = NonNullable<SchedulingScene['scored']>['nodes'][number];

const weightedOf = ({ plugins }: ScoredNode, plugin: string): number =>
  plugins.find((each) => each.plugin === plugin)?.weighted ?? 0;

/** The sum of the best node; 0 before there are sums. */
export const highestOf = ({ scored }: SchedulingScene): number =>
  Math.max(0, ...(scored?.nodes ?? []).map(({ total }) => total));

export const totalOf = ({ scored }: SchedulingScene, name: string): number | undefined =>
  scored?.nodes.find(({ node }) => node === name)?.total;

/** How much the points of a plugin count; the scheduler's configuration has it. */
export function weightOf(attempts: readonly SchedulingScene[], name: string): number {
  const plugins = attempts.flatMap(({ scored }) => scored?.nodes[0]?.plugins ?? []);
  return plugins.find(({ plugin }) => plugin === name)?.weight ?? 1;
}

/** How many plugins were asked and gave no node a point. */
export function silentScorers(
  attempts: readonly SchedulingScene[],
  scorers: readonly string[],
): number {
  const plugins = attempts.at(-1)?.scored?.nodes[0]?.plugins ?? [];
  return plugins.filter(({ plugin }) => !scorers.includes(plugin)).length;
}
