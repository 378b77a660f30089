/**
 * The steps that have every word of a text, in the order of the run. A word that no step has, as in
 * “why pending”, is left out of the question.
 */
export interface Entry {
  /** An index into the run's steps. */
  readonly index: number;
  readonly title: string;
  readonly component: string;
  /** The text that is searched, in lower case: the title, and what is told of the step. */
  readonly text: string;
}

export interface Found {
  readonly steps: readonly Entry[];
  /** The words that no step has. */
  readonly unknown: readonly string[];
}

export const mostFound = 60;

export function findSteps(entries: readonly Entry[], text: string): Found {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const unknown = words.filter((word) => !entries.some((entry) => entry.text.includes(word)));
  const asked = words.filter((word) => !unknown.includes(word));
  const steps: Entry[] = [];
  for (const entry of asked.length === 0 ? [] : entries) {
    if (!asked.every((word) => entry.text.includes(word))) continue;
    steps.push(entry);
    if (steps.length === mostFound) break;
  }
  return { steps, unknown };
}
