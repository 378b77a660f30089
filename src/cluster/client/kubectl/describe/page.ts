/**
 * The page that a describer writes: lines at a level, cells that end in tabs.
 *
 * Models k8s.io/kubectl pkg/describe PrefixWriter and its print helpers for labels and annotations.
 */
import { alignColumns, describeColumns } from '../printers/tabwriter.ts';

export class Page {
  #text = '';

  /** Writes a line, two blanks in for each level. */
  line(level: number, text: string): void {
    this.#text += `${'  '.repeat(level)}${text}\n`;
  }

  /** `Name:<tab>value`. */
  field(level: number, name: string, value: string | number | boolean): void {
    this.line(level, `${name}:\t${value}`);
  }

  /** A title with one entry a line, each in the second column; `<none>` for none. */
  entries(title: string, entries: readonly string[], level = 0): void {
    if (entries.length === 0) this.line(level, `${title}:\t<none>`);
    entries.forEach((entry, i) => {
      this.line(level, i === 0 ? `${title}:\t${entry}` : `\t${entry}`);
    });
  }

  labels(title: string, labels: Readonly<Record<string, string>> | undefined, level = 0): void {
    const pairs = sortedPairs(labels).map(([key, value]) => `${key}=${value}`);
    this.entries(title, pairs, level);
  }

  annotations(
    title: string,
    annotations: Readonly<Record<string, string>> | undefined,
    level = 0,
  ): void {
    const shown = sortedPairs(annotations).filter(([key]) => key !== lastApplied);
    this.entries(title, shown.flatMap(annotationLines), level);
  }

  /** The text with its tabs, as upstream shows it where nothing aligns the columns. */
  get unaligned(): string {
    return this.#text;
  }

  /** The finished text. */
  toString(): string {
    return alignColumns(this.#text, describeColumns);
  }
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const annotationWidth = 140;

const sortedPairs = (
  map: Readonly<Record<string, string>> | undefined,
): readonly (readonly [string, string])[] =>
  Object.keys(map ?? {})
    .sort()
    .map((key) => [key, map?.[key] ?? '']);

/** Source: describe.go printAnnotationsMultiline. */
function annotationLines([key, text]: readonly [string, string]): readonly string[] {
  const value = text.replace(/\n$/, '');
  if (value.length + key.length + 2 <= annotationWidth && !value.includes('\n')) {
    return [`${key}: ${value}`];
  }
  const lines = value.split('\n').map((line) => `  ${shortened(line, annotationWidth - 2)}`);
  return [`${key}:`, ...lines];
}

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;

export const orNone = (text: string): string => (text === '' ? '<none>' : text);
