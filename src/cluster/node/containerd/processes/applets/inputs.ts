/** What the text applets share: options, input files and lines. */
import { absolute, appletName, type ProcessContext } from '../program.ts';

interface Given {
  readonly options: ReadonlyMap<string, string>;
  readonly names: readonly string[];
}

/** Reads options; those in `valued` take a value. `-5` means `-n 5`. */
export function optionsOf(argv: readonly string[], valued: string): Given {
  const options = new Map<string, string>();
  const names: string[] = [];
  const words = argv.slice(1);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      names.push(...words.slice(i + 1));
      break;
    }
    if (!/^-./.test(word) || /^-\d/.test(word)) {
      if (/^-\d+$/.test(word)) options.set('n', word.slice(1));
      else names.push(word);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at);
      if (!valued.includes(letter)) options.set(letter, '');
      else {
        const rest = word.slice(at + 1);
        const value = rest === '' ? (words[++i] ?? '') : rest;
        const before = options.get(letter);
        options.set(letter, letter === 'e' && before !== undefined ? `${before}\n${value}` : value);
        break;
      }
    }
  }
  return { options, names };
}

/** What /dev/stdin is a link to. */
const standardInput = '/proc/self/fd/0';

export interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** The named files, or the standard input; `failed`: one of them could not be read. */
export function filesOf(
  context: ProcessContext,
  names: readonly string[],
  problem: (name: string, why: string) => string = (name, why) => `${name}: ${why}`,
): { readonly files: readonly GivenFile[]; readonly failed: boolean } {
  const files: GivenFile[] = [];
  let failed = false;
  for (const name of names.length === 0 ? ['-'] : names) {
    const path = absolute(context, name);
    const isInput = name === '-' || context.files.realPath(path) === standardInput;
    const text = isInput ? context.readStdin() : context.files.read(path);
    if (text !== undefined) {
      files.push({ name, text });
      continue;
    }
    failed = true;
    const isFolder = context.files.isDirectory(path);
    const why = isFolder ? 'Is a directory' : context.files.whyMissing(path);
    context.err(`${appletName(context)}: ${problem(name, why)}\n`);
  }
  return { files, failed };
}

/** All text of the named files, or of the standard input; undefined when one is missing. */
export function textOf(context: ProcessContext, names: readonly string[]): string | undefined {
  const { files, failed } = filesOf(context, names);
  return failed ? undefined : files.map(({ text }) => text).join('');
}

export const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n');

export const unlines = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('');
