/**
 * go-yaml's error for invalid YAML, derived from the `yaml` library's error.
 *
 * Models go-yaml v2 scannerc.go and parserc.go. Scanner errors count lines from one, parser errors
 * from zero, and line zero is not named at all (decode.go parser.fail).
 */

/** The part of the library's error that is used. */
export interface FoundError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Problem {
  readonly message: string;
  /** The position of the reader. */
  readonly at: number;
  readonly scanner: boolean;
}

const expectedKey = 'did not find expected key';
const expectedDash = "did not find expected '-' indicator";
const expectedNode = 'did not find expected node content';
const mappingValues = 'mapping values are not allowed in this context';
const missingColon = "could not find expected ':'";
const strangeStart = 'found character that cannot start any token';

/** The message after `yaml: `. `errors` is not empty; the first one counts. */
export function syntaxError(text: string, errors: readonly FoundError[]): string {
  const { message, at, scanner } = problemOf(text, errors);
  // The reader begins a new line at the end of the text, and only then the parser looks.
  const isEnd = !scanner && at >= text.length && !text.endsWith('\n');
  const line = lineOf(text, at) + (isEnd ? 1 : 0);
  // A mark in the first line counts as no mark.
  return line === 0 ? message : `line ${scanner ? line + 1 : line}: ${message}`;
}

/** A colon with nothing before it, which the library reads as the key null. */
export function missingKey(text: string, at: number): string {
  const line = lineOf(text, at);
  return line === 0 ? expectedKey : `line ${line}: ${expectedKey}`;
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;

const scanner = (message: string, at: number): Problem => ({ message, at, scanner: true });
const parser = (message: string, at: number): Problem => ({ message, at, scanner: false });

function problemOf(text: string, errors: readonly FoundError[]): Problem {
  const [{ code, message, pos } = { code: '', message: '', pos: [0, 0] as const }] = errors;
  const [at, end] = pos;
  // The library tells of them under two codes.
  if (message.startsWith('Flow')) return openFlow(text, message, at);
  if (/^Sequence item without|sequence items must/.test(message)) return lostItem(text, at);
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY': {
      if (message.includes('block sequence')) return parser(expectedKey, at);
      // A plain word that continues on the next line ends at the colon.
      const whole = errors.find((each) => each.code === 'MULTILINE_IMPLICIT_KEY');
      return scanner(mappingValues, whole?.pos[1] ?? at);
    }
    case 'MULTILINE_IMPLICIT_KEY':
      return brokenKey(text, errors, at, end);
    case 'MISSING_CHAR':
      return missing(text, message, at, end);
    case 'BAD_INDENT':
      return parser(listAtColumn(text, at) ? expectedDash : expectedKey, at);
    case 'TAB_AS_INDENT':
      return scanner(strangeStart, at);
    case 'BAD_DQ_ESCAPE':
      return scanner('found unknown escape character', at);
    case 'BAD_SCALAR_START':
      return /indicator character ,/.test(message)
        ? parser(expectedNode, at)
        : scanner(strangeStart, at);
    case 'UNEXPECTED_TOKEN':
      return unexpected(text, message, at);
    case 'BLOCK_IN_FLOW':
      return parser(expectedEnd(openBracket(text, at) === '{'), at);
    case 'BAD_DIRECTIVE':
      return scanner('found unknown directive name', at);
    case 'MULTIPLE_DOCS':
      return parser('did not find expected <document start>', at);
    default:
      return parser(expectedNode, at);
  }
}

function brokenKey(text: string, errors: readonly FoundError[], at: number, end: number): Problem {
  const dash = errors.some(({ message }) => message.includes('block-seq-ind'));
  if (dash) return parser(expectedKey, at);
  // Nothing is open yet: the word continues until a colon where none is allowed.
  const first =
    text
      .slice(0, at)
      .replace(/^(---|\s*#.*|\s*)$/gm, '')
      .trim() === '';
  return first ? scanner(mappingValues, end) : scanner(missingColon, nextLine(text, at));
}

function missing(text: string, message: string, at: number, end: number): Problem {
  if (message.startsWith('Missing closing')) {
    return scanner('found unexpected end of stream', text.length);
  }
  if (message.startsWith('Missing , or :')) {
    return parser(expectedEnd(message.includes('flow map')), at);
  }
  if (message.startsWith('Missing directives-end')) {
    return /^%(?!YAML|TAG)/.test(text)
      ? scanner('found unknown directive name', 0)
      : parser('did not find expected <document start>', at);
  }
  const rest = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
  return scanner(missingColon, end + rest);
}

/** A flow collection that does not go on: what cannot begin an entry is named first. */
function openFlow(text: string, message: string, at: number): Problem {
  if (/[{[,:]\s*$/.test(text.slice(0, at))) return parser(expectedNode, at);
  return parser(expectedEnd(message.startsWith('Flow map')), at);
}

const expectedEnd = (isMap: boolean): string =>
  `did not find expected ',' or '${isMap ? '}' : ']'}'`;

/** The bracket that is open at a place. */
function openBracket(text: string, at: number): string | undefined {
  const open: string[] = [];
  for (const sign of text.slice(0, at).replace(/"[^"\n]*"|'[^'\n]*'/g, '')) {
    if (sign === '{' || sign === '[') open.push(sign);
    else if (sign === '}' || sign === ']') open.pop();
  }
  return open.at(-1);
}

/** An item in a column of its own. A list without indentation has ended before it. */
const lostItem = (text: string, at: number): Problem =>
  parser(isIndentless(text, at) ? expectedKey : expectedDash, at);

/** Whether the list before `at` has its dashes in the column of the key that it belongs to. */
function isIndentless(text: string, at: number): boolean {
  const column = (line: string): number => line.search(/\S/);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const here = column(text.slice(start).split('\n', 1)[0] ?? '');
  const before = text.slice(0, start).split('\n');
  const lines = before.filter((line) => line.trim() !== '');
  const dash = lines.findLast((line) => /^ *-(\s|$)/.test(line) && column(line) <= here);
  if (dash === undefined) return false;
  const key = lines.findLast((line) => !/^ *-/.test(line) && column(line) <= column(dash));
  return key !== undefined && column(key) === column(dash);
}

function unexpected(text: string, message: string, at: number): Problem {
  if (message.startsWith('Block scalar header')) {
    return scanner('did not find expected comment or line break', at);
  }
  if (message.includes('block-seq-ind')) {
    return scanner('block sequence entries are not allowed in this context', at);
  }
  if (text.slice(0, at).trim() === '') return parser(expectedNode, at);
  if (/[:,\-[{]\s*$/.test(text.slice(0, at))) return parser(expectedNode, at);
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const isItem = /^ *- [^:]*$/.test(line);
  return parser(isItem || listAtColumn(text, at) ? expectedDash : expectedKey, at);
}

/** Whether the last earlier line without deeper indentation begins a list item. */
function listAtColumn(text: string, at: number): boolean {
  const lines = text.slice(0, at).split('\n');
  const here = /^ */.exec(text.slice(at - (lines.at(-1)?.length ?? 0)))?.[0].length ?? 0;
  const before = lines
    .slice(0, -1)
    .toReversed()
    .find((line) => line.trim() !== '' && (/^ */.exec(line)?.[0].length ?? 0) <= here);
  return before !== undefined && /^ *-(\s|$)/.test(before);
}

const nextLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};
