/** The steps whose title, component or id has every word of a text, in the order of the run. */
export interface Entry {
  /** An index into the run's steps. */
  readonly index: number;
  readonly title: string;
  readonly component: string;
  /** The text that is searched, in lower case. */
  readonly text: string;
}

export const mostFound = 60;

export function findSteps(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: Entry[] = [];
  for (const entry of entries) {
    if (!words.every((word) => entry.text.includes(word))) continue;
    found.push(entry);
    if (found.length === mostFound) break;
  }
  return found;
}
