/** sed: `s///gpi`, `d`, `p`, `q`, `=`, with lines, patterns and ranges; `-n -e -E -i`. */
import { type Regexp, replaceMatches } from '#base/regexp';
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { linesOf, optionsOf, textOf, unlines } from './inputs.ts';
import { posixRegex } from './regex.ts';

type Address = number | '$' | Regexp;

interface Edit {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly negated: boolean;
  readonly isGlobal: boolean;
  readonly action: string;
  readonly pattern?: Regexp;
  readonly replacement?: string;
  readonly prints?: boolean;
  /** Between the two ends of its range. */
  inside: boolean;
}

export const sed: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'e');
  const script = options.get('e') ?? names[0] ?? '';
  const files = options.has('e') ? names : names.slice(1);
  const extended = options.has('E') || options.has('r');
  const edits = parsed(context, script, extended);
  if (edits === undefined) {
    context.err(`sed: '${script}' is not simulated\n`);
    return 1;
  }
  if (options.has('i')) return inPlace(context, files, edits, options.has('n'));
  const text = textOf(context, files);
  if (text === undefined) return 1;
  const edited = editedLines(linesOf(text), edits, options.has('n'));
  context.out(unlines(edited));
  return 0;
};

function inPlace(
  context: ProcessContext,
  names: readonly string[],
  edits: readonly Edit[],
  silent: boolean,
): number {
  for (const name of names) {
    const text = textOf(context, [name]);
    if (text === undefined) return 1;
    const lines = editedLines(linesOf(text), edits, silent);
    const path = absolute(context, name);
    // The edited file takes the place of a link, and of one name of several.
    const { files } = context;
    const isNew = files.linkAt(path) !== undefined || files.linkCount(path) > 1;
    const mode = isNew ? files.modeOf(path) : undefined;
    if (isNew) files.remove(path);
    const error = files.write(path, unlines(lines));
    if (mode !== undefined) files.setMode(path, mode);
    if (error === undefined) continue;
    context.err(`sed: can't create temp file '${name}XXXXXX': ${error}\n`);
    return 1;
  }
  return 0;
}

const address = String.raw`(\d+|\$|\/(?:[^/\\]|\\.)*\/)`;
const between = String.raw`((?:(?!\5)[^\\]|\\.)*)\5`;
const substitution = String.raw`s([^\w\s])${between}${between}([gpiI0-9]*)`;
const commandPattern = new RegExp(
  String.raw`^\s*(?:${address}(?:,${address})?)?\s*(!?)\s*([dpq=]|${substitution})\s*(?:[;\n]|$)`,
  's',
);

/** Undefined when the script uses something that is not modelled. */
function parsed(
  context: ProcessContext,
  script: string,
  extended: boolean,
): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  let rest = script.replace(/^[\s;]+/, '');
  while (rest !== '') {
    const match = commandPattern.exec(rest);
    if (match === null) return undefined;
    rest = rest.slice(match[0].length).replace(/^[\s;]+/, '');
    const [, from, to, not, action = '', , pattern = '', replacement = '', flags = ''] = match;
    const expression = posixRegex(context, pattern, extended, /i/i.test(flags));
    const [begin, end] = [from, to].map((text) => addressOf(context, text, extended));
    if (!expression.ok || begin === 'bad' || end === 'bad') return undefined;
    edits.push({
      from: begin,
      to: end,
      negated: not === '!',
      action: action.slice(0, 1),
      pattern: expression.value,
      isGlobal: flags.includes('g'),
      replacement,
      prints: flags.includes('p'),
      inside: false,
    });
  }
  return edits;
}

function addressOf(
  context: ProcessContext,
  text: string | undefined,
  extended: boolean,
): Address | 'bad' | undefined {
  if (text === undefined || text === '$') return text;
  if (!text.startsWith('/')) return Number(text);
  const expression = posixRegex(context, text.slice(1, -1), extended);
  return expression.ok ? expression.value : 'bad';
}

function editedLines(lines: readonly string[], edits: readonly Edit[], silent: boolean) {
  const output: string[] = [];
  for (const [index, line] of lines.entries()) {
    let current: string | undefined = line;
    let quits = false;
    for (const edit of edits) {
      if (current === undefined || !applies(edit, current, index + 1, lines.length)) continue;
      if (edit.action === 'd') current = undefined;
      else if (edit.action === 'p') output.push(current);
      else if (edit.action === '=') output.push(String(index + 1));
      else if (edit.action === 'q') quits = true;
      else {
        const before: string = current;
        current = substituted(before, edit);
        if (edit.prints === true && current !== before) output.push(current);
      }
    }
    if (current !== undefined && !silent) output.push(current);
    if (quits) break;
  }
  return output;
}

function substituted(line: string, { pattern, replacement = '', isGlobal }: Edit): string {
  if (pattern === undefined) return line;
  return replaceMatches(line, pattern, isGlobal, (groups) =>
    replacement.replace(/\\(\d)|\\n|\\(.)|&/gs, (token, digit?: string, char?: string) => {
      if (token === '&') return groups[0] ?? '';
      if (token === '\\n') return '\n';
      return digit === undefined ? (char ?? '') : (groups[Number(digit)] ?? '');
    }),
  );
}

function applies(edit: Edit, line: string, number: number, last: number): boolean {
  const isAt = (address: Address | undefined): boolean => {
    if (address === undefined) return true;
    if (address === '$') return number === last;
    return typeof address === 'number' ? address === number : address.test(line);
  };
  if (edit.to === undefined) return isAt(edit.from) !== edit.negated;
  if (edit.inside) {
    edit.inside = typeof edit.to === 'number' ? number < edit.to : !isAt(edit.to);
    return !edit.negated;
  }
  const starts = isAt(edit.from);
  edit.inside = starts && !(typeof edit.to === 'number' && edit.to <= number);
  return starts !== edit.negated;
}
