/** How awk parts a text: into records by RS, and into fields by FS. */
import type { Regexp } from '#base/regexp';

/** Compiles a pattern of the program. */
export type Compile = (pattern: string) => Regexp;

/** `isParagraph`: with an empty RS the end of a line parts fields too. */
export function fieldsOf(
  text: string,
  separator: string,
  isParagraph: boolean,
  compile: Compile,
): readonly string[] {
  if (text === '') return [];
  if (separator === ' ') return text.match(/[^ \t\n]+/g) ?? [];
  const lines = isParagraph ? text.split('\n') : [text];
  if (separator.length < 2) return lines.flatMap((line) => line.split(separator));
  const expression = compile(separator);
  return lines.flatMap((line) => {
    const parts: string[] = [];
    let at = 0;
    for (const { index, groups } of expression.all(line)) {
      const { length } = groups[0] ?? '';
      if (length === 0) continue;
      parts.push(line.slice(at, index));
      at = index + length;
    }
    return [...parts, line.slice(at)];
  });
}

/** The records of a text, one after the other. */
export class Records {
  readonly #text: string;
  readonly #compile: Compile;
  #at = 0;
  /** The separators of the rest by a pattern, the next one last. */
  #ends: (readonly [from: number, to: number])[] = [];
  #pattern: string | undefined;

  constructor(text: string, compile: Compile) {
    this.#text = text;
    this.#compile = compile;
  }

  /** `separator` is RS. Undefined at the end. */
  next(separator: string): string | undefined {
    while (separator === '' && this.#text[this.#at] === '\n') this.#at++;
    if (this.#at >= this.#text.length) return undefined;
    const [from, to] = this.#end(separator);
    const record = this.#text.slice(this.#at, from);
    this.#at = to;
    return record;
  }

  /** Where the next separator begins and ends. */
  #end(separator: string): readonly [number, number] {
    const { length } = this.#text;
    if (separator.length > 1) return this.#matched(separator) ?? [length, length];
    const found = this.#text.indexOf(separator === '' ? '\n\n' : separator, this.#at);
    const isLineEnd = separator === '' && this.#text.endsWith('\n');
    if (found < 0) return [isLineEnd ? length - 1 : length, length];
    return [found, found + (separator.length || 2)];
  }

  #matched(pattern: string): readonly [number, number] | undefined {
    if (this.#pattern !== pattern) {
      this.#pattern = pattern;
      const start = this.#at;
      const found = this.#compile(pattern).all(this.#text.slice(start));
      this.#ends = found
        .map(
          ({ index, groups }) => [start + index, start + index + (groups[0] ?? '').length] as const,
        )
        .filter(([from, to]) => to > from)
        .reverse();
    }
    let next = this.#ends.pop();
    while (next !== undefined && next[0] < this.#at) next = this.#ends.pop();
    return next;
  }
}
