/**
 * What a command printed, as a part of a slide: the lines that the words speak of are lit, the
 * others fold with their count. Where all of it has room, nothing folds.
 */

/** `now`: the sentence that is being said names it; `other`: another sentence of the slide does. */
export type Named = 'now' | 'other' | undefined;

export type ShownLine =
  | { readonly at: number; readonly text: string; readonly named: Named }
  | { readonly at: number; readonly folded: number };

/** A label of a describing command, or the head of its list: `  Last State:   Terminated`. */
const label = /^\s*([A-Z][A-Za-z ()-]*?):(?:\s|$)/;
/** So many lines below a label belong to it, where they are indented further. */
const mostBelow = 4;
/** Words that are too short, or numbers, name too much. */
const isName = (word: string): boolean => word.length > 3 && /\p{L}/u.test(word);

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** What a sentence may call a line: its label, or a cell of its row. */
function namesOf(line: string): readonly string[] {
  const [, name] = label.exec(line) ?? [];
  const words = name === undefined ? line.trim().split(/\s{2,}|\t/) : [name];
  return words.filter(isName);
}

/** Which of these names a sentence says; a name within a longer one is not said by it. */
function saidIn(sentence: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const said = new Set<string>();
  let rest = sentence;
  for (const name of [...names].sort((one, other) => other.length - one.length)) {
    if (!hasWord(rest, name)) continue;
    said.add(name);
    rest = rest.replaceAll(name, ' '.repeat(name.length));
  }
  return said;
}

function hasWord(sentence: string, word: string): boolean {
  const at = sentence.indexOf(word);
  if (at < 0) return false;
  const around = `${sentence[at - 1] ?? ' '}${sentence[at + word.length] ?? ' '}`;
  return !/[A-Za-z0-9]/.test(around);
}

/** Which lines a sentence names, and what stands below their labels. */
function namedBy(sentence: string, lines: readonly string[]): ReadonlySet<number> {
  const named = new Set<number>();
  const said = saidIn(sentence, new Set(lines.flatMap(namesOf)));
  lines.forEach((line, index) => {
    if (!namesOf(line).some((name) => said.has(name))) return;
    named.add(index);
    if (!label.test(line)) return;
    for (let below = index + 1; below <= index + mostBelow; below++) {
      const next = lines[below];
      if (next === undefined || indentOf(next) <= indentOf(line)) break;
      named.add(below);
    }
  });
  return named;
}

/** The lines of an output for these sentences, at most so many. */
export function shownLines(
  output: string,
  sentences: readonly string[],
  said: number,
  most: number,
): readonly ShownLine[] {
  const lines = output.replace(/\n$/, '').split('\n');
  const bySentence = sentences.map((sentence) => namedBy(sentence, lines));
  const named = (index: number): Named => {
    if (bySentence[said]?.has(index) === true) return 'now';
    return bySentence.some((set) => set.has(index)) ? 'other' : undefined;
  };
  const all = lines.map((text, at) => ({ at, text, named: named(at) }));
  if (all.length <= most) return all;
  const any = all.some((line) => line.named !== undefined);
  // The head of a table says what its columns are; without names the first lines are shown.
  const kept = (line: (typeof all)[number]): boolean =>
    any ? line.named !== undefined || isHead(line.text) : line.at < most - 1;
  return folded(all, kept, most);
}

/** `NAME   READY   STATUS`. */
const isHead = (line: string): boolean => /^[A-Z][A-Z -]+(?:\s{2,}[A-Z][A-Z() -]*)+\s*$/.test(line);

function folded<T extends { readonly at: number; readonly text: string; readonly named: Named }>(
  all: readonly T[],
  kept: (line: T) => boolean,
  most: number,
): readonly ShownLine[] {
  const shown: ShownLine[] = [];
  let gap: T[] = [];
  const close = (): void => {
    const [first] = gap;
    // A line alone takes no more room than its count.
    if (gap.length === 1) shown.push(...gap);
    else if (first !== undefined) shown.push({ at: first.at, folded: gap.length });
    gap = [];
  };
  for (const line of all) {
    if (!kept(line)) gap.push(line);
    else {
      close();
      shown.push(line);
    }
  }
  close();
  if (shown.length <= most) return shown;
  const cut = shown.slice(0, most - 1);
  const from = shown[most - 1]?.at ?? 0;
  return [...cut, { at: from, folded: all.length - from }];
}
