/** What of an attempt has room beside its siblings: a few nodes, and the plugins that gave points. */
import type { SchedulingScene } from '#player/scene';

/** Columns that a table has room for; the node that was chosen is one of them. */
const mostNodes = 3;

/** The nodes in the order they were looked at: the best ones when not all have room. */
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

export interface ScoreRow {
  readonly plugin: string;
  /** What the plugin adds to the sum of each node. */
  readonly points: readonly number[];
}

/** The plugins that gave a node points, those that tell the nodes apart first. */
export function scoreRows(
  { scored }: SchedulingScene,
  nodes: readonly string[],
): readonly ScoreRow[] {
  const of = (name: string) => scored?.nodes.find(({ node }) => node === name)?.plugins ?? [];
  const plugins = of(nodes[0] ?? '').map(({ plugin }) => plugin);
  const rows = plugins.map((plugin) => ({
    plugin,
    points: nodes.map((name) => of(name).find((each) => each.plugin === plugin)?.weighted ?? 0),
  }));
  const apart = ({ points }: ScoreRow): number => Math.max(...points) - Math.min(...points);
  return rows
    .filter(({ points }) => points.some((each) => each !== 0))
    .sort((a, b) => apart(b) - apart(a));
}
