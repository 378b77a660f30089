/**
 * A sentence of the story in parts: the names of things in the picture (`[[anchor|words]]`), the
 * terms of the glossary, and the words between.
 */
import { mark } from './plain-line.ts';
import { readingTimeOf } from './reading-time.ts';

export interface Part {
  readonly text: string;
  /** Where the part begins in the line without marks. */
  readonly at: number;
  /** The name of the anchor for these words, as in the line. */
  readonly anchor?: string;
  /** The id of the term for these words. */
  readonly term?: string;
}

/** A term in one of the forms that a sentence may contain. */
export interface TermNames {
  readonly id: string;
  readonly names: readonly string[];
}

/** The parts of a line, in reading order. */
export function partsOf(line: string, terms: readonly TermNames[] = []): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (text: string, kind: Pick<Part, 'anchor' | 'term'> = {}): void => {
    if (text !== '') parts.push({ text, at, ...kind });
    at += text.length;
  };
  const open = [...terms];
  const addPlain = (text: string): void => {
    const found = firstTerm(text, open);
    if (found === undefined) {
      add(text);
      return;
    }
    const { term, from, to } = found;
    open.splice(open.indexOf(term), 1);
    addPlain(text.slice(0, from));
    add(text.slice(from, to), { term: term.id });
    addPlain(text.slice(to));
  };
  let seen = 0;
  for (const { 0: whole, 1: anchor = '', 2: words = '', index } of line.matchAll(mark)) {
    addPlain(line.slice(seen, index).replaceAll('**', ''));
    add(words, { anchor });
    seen = index + whole.length;
  }
  addPlain(line.slice(seen).replaceAll('**', ''));
  return parts;
}

interface FoundTerm {
  readonly term: TermNames;
  readonly from: number;
  readonly to: number;
}

/** The term that comes first in a text; of several at one place the longest. */
function firstTerm(text: string, terms: readonly TermNames[]): FoundTerm | undefined {
  const found = terms.flatMap((term) =>
    term.names.flatMap((name) => {
      const from = placeOf(text, name);
      return from < 0 ? [] : [{ term, from, to: from + name.length }];
    }),
  );
  return found.sort((a, b) => a.from - b.from || b.to - a.to)[0];
}

/** Where a name stands as a word of its own; −1 if nowhere. */
function placeOf(text: string, name: string): number {
  const [small, sought] = [text.toLowerCase(), name.toLowerCase()];
  for (let at = small.indexOf(sought); at >= 0; at = small.indexOf(sought, at + 1)) {
    const [before, after] = [small[at - 1] ?? ' ', small[at + sought.length] ?? ' '];
    if (!/[a-z0-9-]/.test(before) && !/[a-z0-9-]/.test(after)) return at;
  }
  return -1;
}

/**
 * The anchor of a line that is being read after this share of its time, counted from 0; each has
 * the words that lead to it. −1 if the line has none.
 */
export function anchorReadAt(parts: readonly Part[], share: number): number {
  const none = readingTimeOf('');
  const times = parts.map(({ text }) => readingTimeOf(text) - none);
  const whole = times.reduce((sum, time) => sum + time, 0);
  let read = 0;
  let anchors = -1;
  for (const [index, part] of parts.entries()) {
    read += times[index] ?? 0;
    if (part.anchor === undefined) continue;
    anchors++;
    if (read >= share * whole) return anchors;
  }
  return anchors;
}
