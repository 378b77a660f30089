/**
 * awk, as far as it picks fields: programs of one rule that prints, `[/PATTERN/] {print A, B}`,
 * with `$N`, `$NF`, NF, NR and texts in quotes, and `-F SEPARATOR`. Others are refused.
 */
import { regexpOf } from '#base/regexp';
import type { ProcessContext, Program } from '../program.ts';
import { filesOf, linesOf, optionsOf } from './inputs.ts';

interface Line {
  readonly text: string;
  readonly fields: readonly string[];
  readonly number: number;
}

type Value = (line: Line) => string;

interface Rule {
  readonly pattern: string | undefined;
  readonly values: readonly Value[];
}

export const awk: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'F');
  const [program = '', ...files] = names;
  const rule = parse(program);
  if (rule === undefined) {
    context.err(`awk: the program '${program}' is not simulated\n`);
    return 2;
  }
  const given = filesOf(context, files);
  const matches = matcherOf(context, rule.pattern);
  let number = 0;
  for (const { text } of given.files) {
    for (const line of linesOf(text)) {
      number++;
      if (!matches(line)) continue;
      const fields = fieldsOf(line, options.get('F'));
      const shown = rule.values.map((value) => value({ text: line, fields, number }));
      context.out(`${shown.join(' ')}\n`);
    }
  }
  return given.failed ? 2 : 0;
};

function parse(program: string): Rule | undefined {
  const found = /^\s*(?:\/((?:[^/\\]|\\.)*)\/)?\s*\{\s*print\s*(.*?)\s*;?\s*\}\s*$/.exec(program);
  if (found === null) return undefined;
  const [, pattern, list = ''] = found;
  const words = list === '' ? ['$0'] : (list.match(/"[^"]*"|[^,\s]+|,/g) ?? []);
  const values: Value[] = [];
  for (const [at, word] of words.entries()) {
    if (at % 2 === 1) {
      if (word !== ',') return undefined;
      continue;
    }
    const value = valueFor(word);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { pattern, values };
}

function valueFor(word: string): Value | undefined {
  if (word === '$0') return ({ text }) => text;
  if (word === '$NF') return ({ fields }) => fields.at(-1) ?? '';
  if (word === 'NF') return ({ fields }) => String(fields.length);
  if (word === 'NR') return ({ number }) => String(number);
  const field = /^\$(\d+)$/.exec(word)?.[1];
  if (field !== undefined) return ({ fields }) => fields[Number(field) - 1] ?? '';
  const quoted = /^"([^"\\]*)"$/.exec(word)?.[1];
  return quoted === undefined ? undefined : () => quoted;
}

/** Without a separator, fields are parted by any white space. */
function fieldsOf(line: string, separator: string | undefined): readonly string[] {
  if (separator === undefined || separator === ' ') return line.trim().split(/\s+/).filter(Boolean);
  return line === '' ? [] : line.split(separator);
}

function matcherOf(
  context: ProcessContext,
  pattern: string | undefined,
): (line: string) => boolean {
  if (pattern === undefined) return () => true;
  const compiled = regexpOf(context)(pattern);
  return (line) => compiled.ok && compiled.value.test(line);
}
