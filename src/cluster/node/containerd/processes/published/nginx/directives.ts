/**
 * Reads nginx's configuration files: directives, blocks and includes.
 *
 * Models src/core/ngx_conf_file.c. In: the files. Out: directives with their file and line, or the
 * error that nginx reports. What a directive means is decided in configuration.ts.
 */
import { remembered } from '#base/remembered';
import { err, ok, type Result } from '#base/result';
import type { FileSystem } from '../../../files/file-system.ts';

export interface Directive {
  readonly name: string;
  readonly words: readonly string[];
  /** What stands between its braces. */
  readonly block?: readonly Directive[];
  readonly file: string;
  readonly line: number;
}

type Read = Result<readonly Directive[], string>;

/** How deep files may include each other before this simulation gives up. */
const deepest = 20;

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  readonly line: number;
}

/** The directives of a file and of those that it includes; `onRead` gets each of these files. */
export function readDirectives(
  files: FileSystem,
  path: string,
  onRead: (path: string, text: string) => void = () => undefined,
  depth = 0,
): Read {
  const text = files.read(path);
  if (text === undefined) {
    return err(`open() "${path}" failed (2: No such file or directory)`);
  }
  onRead(path, text);
  if (depth > deepest) return err(`too many nested includes in ${path}`);
  return new Reader(files, path, tokensOf(text), { depth, onRead }).all();
}

interface Place {
  readonly depth: number;
  readonly onRead: (path: string, text: string) => void;
}

class Reader {
  #at = 0;
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #tokens: readonly Token[];
  readonly #place: Place;

  constructor(files: FileSystem, path: string, tokens: readonly Token[], place: Place) {
    this.#files = files;
    this.#path = path;
    this.#tokens = tokens;
    this.#place = place;
  }

  all(): Read {
    return this.#directives(false);
  }

  #directives(inBlock: boolean): Read {
    const found: Directive[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (token === undefined) {
        return inBlock ? this.#endOfFile('expecting "}"') : ok(found);
      }
      if (isMark(token, '}')) return inBlock ? ok(found) : this.#unexpected(token);
      if (isMark(token, ';') || isMark(token, '{')) return this.#unexpected(token);
      const read = this.#directive(token);
      if (!read.ok) return read;
      found.push(...read.value);
    }
  }

  #directive({ text: name, line }: Token): Read {
    const words: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (token === undefined) return this.#endOfFile('expecting ";" or "}"');
      if (isMark(token, ';')) break;
      if (isMark(token, '}')) return this.#unexpected(token);
      if (isMark(token, '{')) {
        const block = this.#directives(true);
        if (!block.ok) return block;
        return ok([{ name, words, block: block.value, file: this.#path, line }]);
      }
      words.push(token.text);
    }
    if (name === 'include') return this.#include(words[0] ?? '', line);
    return ok([{ name, words, file: this.#path, line }]);
  }

  #include(pattern: string, line: number): Read {
    const path = pattern.startsWith('/') ? pattern : `/etc/nginx/${pattern}`;
    const found: Directive[] = [];
    const { depth, onRead } = this.#place;
    for (const file of this.#matching(path)) {
      const read = readDirectives(this.#files, file, onRead, depth + 1);
      if (!read.ok) {
        return read.error.includes(' in ') ? read : err(`${read.error} in ${this.#path}:${line}`);
      }
      found.push(...read.value);
    }
    return ok(found);
  }

  /** The files that a name with `*` stands for, sorted; without one, the name. */
  #matching(path: string): readonly string[] {
    if (!path.includes('*')) return [path];
    const folder = path.slice(0, path.lastIndexOf('/'));
    const [before = '', after = ''] = path.slice(folder.length + 1).split('*');
    return (this.#files.list(folder) ?? [])
      .filter((name) => name.startsWith(before) && name.endsWith(after) && !name.startsWith('.'))
      .map((name) => `${folder}/${name}`);
  }

  #unexpected({ text, line }: Token): Read {
    return err(`unexpected "${text}" in ${this.#path}:${line}`);
  }

  #endOfFile(expecting: string): Read {
    const line = this.#tokens.at(-1)?.line ?? 1;
    return err(`unexpected end of file, ${expecting} in ${this.#path}:${line}`);
  }
}

const isMark = ({ text, quoted }: Token, mark: string): boolean => !quoted && text === mark;

/** Words, `;`, `{` and `}`; comments are left out. */
const tokensOf = remembered((text): readonly Token[] => {
  const tokens: Token[] = [];
  const part =
    /(\n)|#.*|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|[;{}]|[^\s;{}"'][^\s;{]*|\S/g;
  let line = 1;
  for (const match of text.matchAll(part)) {
    const [whole, newline, double, single] = match;
    if (newline !== undefined) line++;
    else if (!whole.startsWith('#')) {
      const quoted = double ?? single;
      tokens.push({ text: unescaped(quoted) ?? whole, quoted: quoted !== undefined, line });
      line += whole.split('\n').length - 1;
    }
  }
  return tokens;
});

const unescaped = (text: string | undefined): string | undefined =>
  text
    ?.replace(/\\(["'\\])/g, '$1')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
