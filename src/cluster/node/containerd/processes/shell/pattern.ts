/** Shell patterns: `*`, `?` and `[…]`, in words, `case` and `${x#…}`. */
import type { FileSystem } from '../../files/file-system.ts';

/** A bracket that is not closed is a bracket, as in the name of the program `[`. */
const special = /[*?]|\[[\s\S]*\]/;

/** A piece of a word, quoted or not. */
export interface PatternPiece {
  readonly text: string;
  readonly quoted: boolean;
}

export const hasPattern = (pieces: readonly PatternPiece[]): boolean =>
  pieces.some(({ text, quoted }) => !quoted && special.test(text));

/** One step of a pattern: it matches this character, one of many, or text of whatever length. */
type Step = string | { readonly has: (char: string) => boolean } | 'any';

/** A compiled pattern. */
export type Pattern = readonly Step[];

export const patternOf = (pieces: readonly PatternPiece[]): Pattern =>
  pieces.flatMap(({ text, quoted }) => {
    if (quoted || !special.test(text)) return [...text];
    return (text.match(/\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? []).map((token): Step => {
      if (token === '*') return 'any';
      if (token === '?') return { has: () => true };
      return token.length > 2 && token.startsWith('[') ? setOf(token) : token;
    });
  });

/** `[a-z_]`, `[!0-9]`. */
function setOf(token: string): Step {
  const negated = /^\[[!^]/.test(token);
  const members = token.slice(negated ? 2 : 1, -1).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  const isMember = (char: string): boolean =>
    members.some((member) => {
      const [from = '', , to = from] = member;
      return from <= char && char <= to;
    });
  return { has: (char) => isMember(char) !== negated };
}

const takes = (step: Step | undefined, char: string): boolean =>
  typeof step === 'object' ? step.has(char) : step === char;

/** Whether the pattern matches the first n characters of a text, for every n, in one pass. */
export function prefixesLike(pattern: Pattern, text: string): readonly boolean[] {
  // The steps that may come next, in order. The index after the last step means that the whole
  // pattern matched.
  let reached = withStars(pattern, [0]);
  const like = [reached.at(-1) === pattern.length];
  for (const char of text) {
    const next: number[] = [];
    for (const at of reached) {
      if (pattern[at] === 'any') next.push(at);
      else if (takes(pattern[at], char)) next.push(at + 1);
    }
    reached = withStars(pattern, next);
    for (let unit = 1; unit < char.length; unit++) like.push(false);
    like.push(reached.at(-1) === pattern.length);
    if (reached.length === 0) break;
  }
  return like;
}

/** A star may also match nothing: the places, in order, with those behind their stars. */
function withStars(pattern: Pattern, places: readonly number[]): readonly number[] {
  const all: number[] = [];
  for (let at of places) {
    // Places come in order, so what was reached already is the last.
    if (at > (all.at(-1) ?? -1)) all.push(at);
    while (pattern[at] === 'any') if (++at > (all.at(-1) ?? -1)) all.push(at);
  }
  return all;
}

/**
 * Whether a pattern matches a whole text. Only the last star that was met needs to take more: what
 * stood before it has matched already.
 */
export function isLike(pattern: Pattern, text: string): boolean {
  const chars = [...text];
  let at = 0;
  let star = -1;
  let starFrom = 0;
  for (let index = 0; index < chars.length; ) {
    if (pattern[at] === 'any') {
      star = at++;
      starFrom = index;
    } else if (takes(pattern[at], chars[index] ?? '')) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++starFrom;
    } else return false;
  }
  while (pattern[at] === 'any') at++;
  return at === pattern.length;
}

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
