/** Shell patterns: `*`, `?` and `[…]`, in words, `case` and `${x#…}`. */
import type { FileSystem } from '../../files/file-system.ts';

const special = /[*?[]/;

/** A piece of a word, quoted or not. */
export interface PatternPiece {
  readonly text: string;
  readonly quoted: boolean;
}

export const hasPattern = (pieces: readonly PatternPiece[]): boolean =>
  pieces.some(({ text, quoted }) => !quoted && special.test(text));

/** One step of a pattern: it matches one character, or text of whatever length. */
type Step = 'any' | ((char: string) => boolean);

/** A compiled pattern. */
export type Pattern = readonly Step[];

export const patternOf = (pieces: readonly PatternPiece[]): Pattern =>
  pieces.flatMap(({ text, quoted }) => {
    const tokens = quoted ? [...text] : (text.match(/\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? []);
    return tokens.map((token): Step => {
      if (quoted) return (char) => char === token;
      if (token === '*') return 'any';
      if (token === '?') return () => true;
      return token.length > 2 && token.startsWith('[') ? setOf(token) : (char) => char === token;
    });
  });

/** `[a-z_]`, `[!0-9]`. */
function setOf(token: string): Step {
  const negated = /^\[[!^]/.test(token);
  const members = token.slice(negated ? 2 : 1, -1).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  const has = (char: string): boolean =>
    members.some((member) => {
      const [from = '', , to = from] = member;
      return from <= char && char <= to;
    });
  return (char) => has(char) !== negated;
}

/** Whether the pattern matches the first n characters of a text, for every n, in one pass. */
export function prefixesLike(pattern: Pattern, text: string): readonly boolean[] {
  // The steps that may come next. The index after the last step means that the whole pattern
  // matched.
  let reached = closure(pattern, [0]);
  const like = [reached.has(pattern.length)];
  for (const char of text) {
    const next: number[] = [];
    for (const at of reached) {
      const step = pattern[at];
      if (step === 'any') next.push(at);
      else if (step?.(char)) next.push(at + 1);
    }
    reached = closure(pattern, next);
    for (let unit = 1; unit < char.length; unit++) like.push(false);
    like.push(reached.has(pattern.length));
    if (reached.size === 0) break;
  }
  return like;
}

/** A star may also match nothing. */
function closure(pattern: Pattern, places: readonly number[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (let at of places) {
    all.add(at);
    while (pattern[at] === 'any') all.add(++at);
  }
  return all;
}

/** Whether a pattern matches a whole text. */
export const isLike = (pattern: Pattern, text: string): boolean =>
  prefixesLike(pattern, text)[text.length] === true;

/** The paths that match, sorted. */
export function glob(
  files: FileSystem,
  cwd: string,
  pieces: readonly PatternPiece[],
): readonly string[] {
  const segments = splitAtSlashes(pieces);
  const absolute = segments[0]?.every(({ text }) => text === '') === true;
  let found: readonly string[] = [absolute ? '' : '.'];
  for (const segment of absolute ? segments.slice(1) : segments) {
    found = found.flatMap((base) => below(files, cwd, base, segment));
  }
  return found.map((path) => path.replace(/^\.\//, ''));
}

function below(
  files: FileSystem,
  cwd: string,
  base: string,
  segment: readonly PatternPiece[],
): readonly string[] {
  const place = base === '' ? '/' : base.startsWith('/') ? base : `${cwd}/${base}`;
  if (!hasPattern(segment)) {
    const path = `${base}/${segment.map(({ text }) => text).join('')}`;
    const full = path.startsWith('/') ? path : `${cwd}/${path}`;
    return files.read(full) !== undefined || files.isDirectory(full) ? [path] : [];
  }
  const pattern = patternOf(segment);
  return (files.list(place) ?? [])
    .filter((name) => isLike(pattern, name) && !name.startsWith('.'))
    .map((name) => `${base}/${name}`);
}

function splitAtSlashes(pieces: readonly PatternPiece[]): readonly (readonly PatternPiece[])[] {
  const segments: PatternPiece[][] = [[]];
  for (const { text, quoted } of pieces) {
    for (const [index, part] of text.split('/').entries()) {
      if (index > 0) segments.push([]);
      segments.at(-1)?.push({ text: part, quoted });
    }
  }
  return segments;
}
