/** What each Filter plugin said of a node: the first that refuses ends the node's turn. */
import type { FactOf } from '#trace/trace-event';

export interface FilterAnswer {
  readonly plugin: string;
  readonly answer: 'passed' | 'refused' | 'notAsked';
}

/**
 * The plugins in their order with what they said; where a node that did not fit names none of
 * them, none is known to have been asked.
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
