/**
 * What the API server shows of a change that it refuses: the lines that differ, with three around
 * them.
 *
 * Models k8s.io/apimachinery/pkg/util/diff Diff, which asks go-difflib. Unlike `diff -u` it does not
 * look for the shortest script: it takes the longest block that both have, then the longest on each
 * side of it, so no library for Myers' algorithm gives these hunks. In: lines. Out: hunks without
 * a header.
 */
const around = 3;

/** A block of lines that both have: where it begins in each, and how long it is. */
interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** What stands in place of a[a1…a2): b[b1…b2). */
interface Step {
  readonly same: boolean;
  readonly a1: number;
  readonly a2: number;
  readonly b1: number;
  readonly b2: number;
}

/** The differing lines as hunks, empty when there are none. Source: diff.Diff. */
export function sequenceDiff(a: readonly string[], b: readonly string[]): string {
  return hunksOf(stepsBetween(a, b))
    .map((hunk) => hunkText(hunk, a, b))
    .join('');
}

function hunkText(hunk: readonly Step[], a: readonly string[], b: readonly string[]): string {
  const first = hunk[0] as Step;
  const last = hunk[hunk.length - 1] as Step;
  const header = `@@ -${range(first.a1, last.a2)} +${range(first.b1, last.b2)} @@\n`;
  const signed = (sign: string, lines: readonly string[]): string =>
    lines.map((line) => `${sign}${line}\n`).join('');
  const body = hunk.map(({ same, a1, a2, b1, b2 }) =>
    same
      ? signed(' ', a.slice(a1, a2))
      : signed('-', a.slice(a1, a2)) + signed('+', b.slice(b1, b2)),
  );
  return header + body.join('');
}

/** Lines count from 1; an empty range begins at the line before it. */
function range(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Steps in groups, so that equal lines far from any change are left out. */
function hunksOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const hunks: Step[][] = [];
  let hunk: Step[] = [];
  const close = (): void => {
    if (hunk.some(({ same }) => !same)) hunks.push(hunk);
    hunk = [];
  };
  steps.forEach((step, index) => {
    const length = step.a2 - step.a1;
    const atEnd = index === 0 || index === steps.length - 1;
    if (!step.same || (length <= 2 * around && !atEnd)) {
      hunk.push(step);
      return;
    }
    const size = Math.min(length, around);
    const head = { ...step, a2: step.a1 + size, b2: step.b1 + size };
    const tail = { ...step, a1: step.a2 - size, b1: step.b2 - size };
    if (index > 0) hunk.push(head);
    if (atEnd && index > 0) return;
    close();
    hunk.push(tail);
  });
  close();
  return hunks;
}

function stepsBetween(a: readonly string[], b: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  for (const block of [...matchingBlocks(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < block.a || j < block.b) {
      steps.push({ same: false, a1: i, a2: block.a, b1: j, b2: block.b });
    }
    i = block.a + block.size;
    j = block.b + block.size;
    if (block.size > 0) steps.push({ same: true, a1: block.a, a2: i, b1: block.b, b2: j });
  }
  return steps;
}

/** The blocks in order; two that touch are one. Source: GetMatchingBlocks. */
function matchingBlocks(a: readonly string[], b: readonly string[]): readonly Block[] {
  const places = placesOf(b);
  const blocks: Block[] = [];
  const between = (aFrom: number, aTo: number, bFrom: number, bTo: number): void => {
    if (aFrom >= aTo || bFrom >= bTo) return;
    const block = longestBlock(a, b, places, [aFrom, aTo, bFrom, bTo]);
    if (block.size === 0) return;
    between(aFrom, block.a, bFrom, block.b);
    const last = blocks[blocks.length - 1];
    if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b) {
      blocks[blocks.length - 1] = { ...last, size: last.size + block.size };
    } else {
      blocks.push(block);
    }
    between(block.a + block.size, aTo, block.b + block.size, bTo);
  };
  between(0, a.length, 0, b.length);
  return blocks;
}

/** Texts of this many lines begin no block with a line that they have often. */
const longText = 200;

/** Where each line stands in b. Source: chainB. */
function placesOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  b.forEach((line, j) => {
    const known = places.get(line);
    if (known === undefined) places.set(line, [j]);
    else known.push(j);
  });
  if (b.length < longText) return places;
  const often = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= often));
}

/** The longest block within both ranges, the first in a, then in b. Source: findLongestMatch. */
function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [aFrom, aTo, bFrom, bTo]: readonly [number, number, number, number],
): Block {
  let best: Block = { a: aFrom, b: bFrom, size: 0 };
  // How long the block is that ends at the line before, by its place in b.
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] as string) ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  let { a: start, b: bStart, size } = best;
  while (start > aFrom && bStart > bFrom && a[start - 1] === b[bStart - 1]) {
    start--;
    bStart--;
    size++;
  }
  while (start + size < aTo && bStart + size < bTo && a[start + size] === b[bStart + size]) size++;
  return { a: start, b: bStart, size };
}
