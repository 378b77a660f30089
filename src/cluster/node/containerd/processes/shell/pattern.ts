/** Shell patterns: `*`, `?` and `[…]`, in words, `case` and `${x#…}`. */
import type { FileSystem } from '../../files/file-system.ts';

const special = /[*?[]/;

/** A piece of a word whose quotes are known. */
export interface PatternPiece {
  readonly text: string;
  readonly quoted: boolean;
}

export const hasPattern = (pieces: readonly PatternPiece[]): boolean =>
  pieces.some(({ text, quoted }) => !quoted && special.test(text));

/** The source of a regular expression without anchors; `any` stands for one character of `*`. */
export function patternSource(pieces: readonly PatternPiece[], any = '[\\s\\S]'): string {
  return pieces
    .map(({ text, quoted }) => (quoted ? escaped(text) : translated(text, any)))
    .join('');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const translated = (text: string, any: string): string =>
  text.replace(/\[!?[^\]]+\]|[\s\S]/g, (token) => {
    if (token === '*') return `${any}*`;
    if (token === '?') return any;
    if (token.length > 1) return token.startsWith('[!') ? `[^${token.slice(2)}` : token;
    return escaped(token);
  });

/** Paths that match, sorted; none when nothing does. */
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
  const expression = new RegExp(`^${patternSource(segment, '[^/]')}$`);
  return (files.list(place) ?? [])
    .filter((name) => expression.test(name) && !name.startsWith('.'))
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
