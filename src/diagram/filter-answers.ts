/** What each Filter plugin answered for a node: after the first refusal no other is asked. */
import type { Scene } from '#player/scene';
import type { FactOf } from '#trace/facts';

export interface FilterAnswer {
  readonly plugin: string;
  readonly answer: 'passed' | 'refused' | 'notAsked';
}

/**
 * The plugins in their order with their answers. Where a node that did not fit names no plugin, it
 * is unknown which ones were asked.
 */
export function filterAnswers(
  plugins: readonly string[],
  { feasible, plugin: refusing }: FactOf<'NodesFiltered'>['nodes'][number],
): readonly FilterAnswer[] {
  const at = plugins.indexOf(refusing);
  return plugins.map((plugin, index) => ({
    plugin,
    answer: feasible || index < at ? 'passed' : index === at ? 'refused' : 'notAsked',
  }));
}

export const answerSigns: Readonly<Record<FilterAnswer['answer'], string>> = {
  passed: '✓',
  refused: '✕',
  notAsked: '–',
};

/**
 * The registered nodes that no filter was asked about: PreFilter had left them out, only the
 * nominated node was looked at, or enough nodes fitted before their turn.
 */
export function unfiltered(
  nodes: Scene['nodes'],
  filtered: Pick<FactOf<'NodesFiltered'>, 'nodes'> | undefined,
): readonly string[] {
  if (filtered === undefined) return [];
  const seen = new Set(filtered.nodes.map(({ node }) => node));
  return [...nodes.values()].flatMap(({ name, registered }) =>
    registered && !seen.has(name) ? name : [],
  );
}
