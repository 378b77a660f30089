/**
 * The part of an attempt that has room beside other attempts: a few nodes, and who gave them
 * points.
 */
import type { SchedulingScene } from '#player/scene';

/** Columns that a table has room for; the chosen node always has one. */
const mostNodes = 3;

/** The nodes in the order they were looked at; only the best ones if not all have room. */
export function shownNodes({ filtered, scored, selected }: SchedulingScene): readonly string[] {
  const names = (filtered?.nodes ?? []).map(({ node }) => node);
  if (names.length <= mostNodes) return [...names].sort();
  const totalOf = (name: string): number =>
    scored?.nodes.find(({ node }) => node === name)?.total ?? -1;
  const rank = (name: string): number =>
    name === selected?.node ? Number.POSITIVE_INFINITY : totalOf(name);
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

/** The plugins that gave a node points, first those whose points differ most. */
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
  return [...apart].sort(([, a], [, b]) => b - a).map(([plugin]) => plugin);
}

/** What a plugin adds to the sum of a node. */
export function pointsOf({ scored }: SchedulingScene, node: string, plugin: string): number {
  const found = scored?.nodes.find((each) => each.node === node);
  return found === undefined ? 0 : weightedOf(found, plugin);
}

type ScoredNode = NonNullable<SchedulingScene['scored']>['nodes'][number];

const weightedOf = ({ plugins }: ScoredNode, plugin: string): number =>
  plugins.find((each) => each.plugin === plugin)?.weighted ?? 0;
