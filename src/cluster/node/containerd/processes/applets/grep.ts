/** busybox grep: `-c -E -F -h -H -i -l -n -o -q -r -s -v -w -x -A -B -C -e -m`. */
import { type Regexp, regexpOf } from '#base/regexp';
import type { Result } from '#base/result';
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { filesOf, type GivenFile, linesOf, optionsOf } from './inputs.ts';
import { literalSource, posixSource } from './regex.ts';

type Options = ReadonlyMap<string, string>;

export const grep: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'eABCmf');
  const patterns = options.get('e') ?? names[0];
  if (patterns === undefined) {
    context.err('Usage: grep [-HhnlLoqvsrRiwFEz] [-m N] PATTERN [FILE]...\n');
    return 2;
  }
  const paths = options.has('e') ? names : names.slice(1);
  const recursive = options.has('r') || options.has('R');
  const all = recursive ? paths.flatMap((path) => filesBelow(context, path)) : paths;
  const quiet = options.has('s') ? { ...context, err: () => undefined } : context;
  const { files, failed } = filesOf(quiet, all.length === 0 && recursive ? [] : all);
  const read = expressionOf(context, patterns, options);
  if (!read.ok) {
    context.err(`grep: bad regex '${patterns}': ${read.error}\n`);
    return 2;
  }
  const expression = read.value;
  const isNamed = options.has('H') || (!options.has('h') && (recursive || paths.length > 1));
  let found = false;
  for (const file of files) {
    if (searched(context, file, expression, options, isNamed)) found = true;
    if (found && options.has('q')) return 0;
  }
  if (failed) return 2;
  return found ? 0 : 1;
};

function expressionOf(
  context: ProcessContext,
  patterns: string,
  options: Options,
): Result<Regexp, string> {
  const sources = patterns.split('\n').map((pattern) => {
    const source = options.has('F')
      ? literalSource(pattern)
      : posixSource(pattern, options.has('E'));
    if (options.has('x')) return `^(?:${source})$`;
    return options.has('w') ? `\\b(?:${source})\\b` : source;
  });
  return regexpOf(context)(sources.join('|'), options.has('i'));
}

/** Whether there was a match. */
function searched(
  { out }: ProcessContext,
  { name, text }: GivenFile,
  expression: Regexp,
  options: Options,
  isNamed: boolean,
): boolean {
  const lines = linesOf(text);
  const limit = Number(options.get('m') ?? Number.POSITIVE_INFINITY);
  const hits = lines
    .map((line, index) => (expression.test(line) === options.has('v') ? -1 : index))
    .filter((index) => index >= 0)
    .slice(0, limit);
  const label = name === '-' ? '(standard input)' : name;
  const prefix = isNamed ? `${label}:` : '';
  if (options.has('q')) return hits.length > 0;
  if (options.has('l')) {
    if (hits.length > 0) out(`${label}\n`);
  } else if (options.has('c')) out(`${prefix}${hits.length}\n`);
  else if (options.has('o')) {
    for (const index of hits) {
      for (const { groups } of expression.all(lines[index] ?? '')) {
        if (groups[0]) out(`${prefix}${groups[0]}\n`);
      }
    }
  } else printLines(out, lines, hits, options, isNamed ? label : undefined);
  return hits.length > 0;
}

/** The matching lines, with their context lines. */
function printLines(
  out: (text: string) => void,
  lines: readonly string[],
  hits: readonly number[],
  options: Options,
  label: string | undefined,
): void {
  const around = (letter: string): number => Number(options.get(letter) ?? options.get('C') ?? 0);
  const [before, after] = [around('B'), around('A')];
  const matching = new Set(hits);
  let last: number | undefined;
  for (const hit of hits) {
    const from = Math.max(last === undefined ? 0 : last + 1, hit - before);
    if (last !== undefined && from > last + 1 && before + after > 0) out('--\n');
    for (let index = from; index <= Math.min(lines.length - 1, hit + after); index++) {
      if (last !== undefined && index <= last) continue;
      const mark = matching.has(index) ? ':' : '-';
      const number = options.has('n') ? `${index + 1}${mark}` : '';
      out(`${label === undefined ? '' : `${label}${mark}`}${number}${lines[index]}\n`);
      last = index;
    }
  }
}

function filesBelow(context: ProcessContext, path: string): readonly string[] {
  const { files } = context;
  const full = absolute(context, path);
  if (!files.isDirectory(full)) return [path];
  const names = files.list(full) ?? [];
  return names.flatMap((name) => filesBelow(context, `${path.replace(/\/$/, '')}/${name}`));
}
