/**
 * Turns the words of a script into the words of a command: variables, substitutions, arithmetic,
 * field splitting and file names.
 */
import type { Process } from '#sim/simulation';
import { evaluateArithmetic } from './arithmetic.ts';
import { ExitShell } from './exits.ts';
import {
  glob,
  hasPattern,
  type Pattern,
  type PatternPiece,
  patternOf,
  prefixesLike,
} from './pattern.ts';
import type { Shell } from './shell.ts';
import type { Streams } from './state.ts';
import type { Word, WordPart } from './syntax.ts';

/** A field that is being built: its text in pieces, so that quoted stars stay stars. */
type Field = PatternPiece[];

/** All fields of all words. */
export function* expandWords(
  shell: Shell,
  words: readonly Word[],
  streams: Streams,
): Process<readonly string[]> {
  const all: string[] = [];
  // What is looked for in the files once is not looked for again: a substitution may give the same
  // pattern a hundred thousand times.
  const found = new Map<string, readonly string[]>();
  const pathsLike = (field: Field): readonly string[] => {
    const { context, cwd } = shell.state;
    const key = JSON.stringify(field);
    const paths = found.get(key) ?? glob(context.files, cwd, field);
    found.set(key, paths);
    return paths;
  };
  for (const word of words) {
    const literal = literalOf(word);
    if (literal !== undefined) {
      all.push(literal);
      continue;
    }
    for (const field of yield* fieldsOf(shell, word, streams)) {
      const paths = hasPattern(field) ? pathsLike(field) : [];
      all.push(...(paths.length > 0 ? paths : [textOf(field)]));
    }
  }
  return all;
}

/** The text of a word that stands as it is: most words of a script. */
function literalOf([part, another]: Word): string | undefined {
  if (part?.kind !== 'text' || another !== undefined) return undefined;
  return hasPattern([part]) ? undefined : part.text;
}

/** A word as one text, neither split nor matched with files. */
export function* expandWord(shell: Shell, word: Word, streams: Streams): Process<string> {
  return textOf(yield* piecesOf(shell, word, streams));
}

/** A word as a pattern. */
export function* expandPattern(shell: Shell, word: Word, streams: Streams): Process<Pattern> {
  return patternOf(yield* piecesOf(shell, word, streams));
}

const textOf = (pieces: readonly PatternPiece[]): string => pieces.map(({ text }) => text).join('');

function* piecesOf(shell: Shell, word: Word, streams: Streams): Process<Field> {
  const pieces: Field = [];
  for (const part of word) {
    const text = textNow(shell, part, streams) ?? (yield* textInTime(shell, part, streams));
    shell.state.work.text(text.length);
    pieces.push({ text, quoted: part.quoted });
  }
  return pieces;
}

function* fieldsOf(shell: Shell, word: Word, streams: Streams): Process<readonly Field[]> {
  const fields: Field[] = [];
  let field: Field | undefined;
  const add = (text: string, quoted: boolean): void => {
    if (field === undefined) {
      field = [];
      fields.push(field);
    }
    field.push({ text, quoted });
  };
  for (const part of word) {
    if (isAllParameters(part)) {
      for (const [index, value] of shell.state.positional.entries()) {
        if (index > 0) field = undefined;
        add(value, part.quoted);
      }
      continue;
    }
    const text = textNow(shell, part, streams) ?? (yield* textInTime(shell, part, streams));
    shell.state.work.text(text.length);
    if (part.quoted || part.kind === 'text') {
      add(text, part.quoted);
      continue;
    }
    for (const [index, piece] of split(shell, text).entries()) {
      if (index > 0) field = undefined;
      if (piece !== '') add(piece, false);
    }
  }
  // Without parameters "$@" is no word at all, although its quotes alone would be an empty one.
  const isNothing = shell.state.positional.length === 0 && word.some(isAllParameters);
  return isNothing && fields.every((each) => textOf(each) === '') ? [] : fields;
}

/** Splits at the characters of IFS; several blanks count as one. */
function split(shell: Shell, text: string): readonly string[] {
  const separators = shell.state.variables.get('IFS') ?? ' \t\n';
  if (separators === ' \t\n') return text.split(/[ \t\n]+/);
  if (separators === '') return [text];
  const separator = `[${separators.replace(/[\]\\^-]/g, '\\$&')}]`;
  return text.split(new RegExp(/\s/.test(separators) ? `${separator}+` : separator));
}

const isAllParameters = (part: WordPart): boolean =>
  part.kind === 'variable' && part.operator === undefined && part.name === '@';

/** The text of a part, unless its expansion may take time. Most parts need no generator. */
function textNow(shell: Shell, part: WordPart, streams: Streams): string | undefined {
  if (part.kind === 'text') return part.text;
  if (part.kind !== 'variable') return undefined;
  if (part.operator === '-') return shell.state.parameter(part.name);
  return part.operator === undefined ? plain(shell, part.name, streams) : undefined;
}

function* textInTime(shell: Shell, part: WordPart, streams: Streams): Process<string> {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'variable':
      return yield* modified(shell, part, streams);
    case 'arithmetic': {
      const text = yield* expandWord(shell, part.expression, streams);
      return String(evaluateArithmetic(text, shell.state.variables));
    }
    case 'substitution':
      return yield* shell.substitute(part.script, streams);
  }
}

/** A parameter as it is; with `set -u` it must be set. */
function plain(shell: Shell, name: string, streams: Streams): string {
  const value = shell.state.parameter(name);
  if (value === undefined && shell.state.options.has('u') && name !== '!') {
    shell.state.complain(streams, `${name}: parameter not set`);
    throw new ExitShell(2);
  }
  return value ?? '';
}

/** Source: POSIX sh parameter expansion. */
function* modified(
  shell: Shell,
  part: Extract<WordPart, { kind: 'variable' }>,
  streams: Streams,
): Process<string> {
  const { name, operator = '', operand = [] } = part;
  const value = shell.state.parameter(name);
  if (operator === 'length') return String((value ?? '').length);
  if (/^[#%]/.test(operator)) {
    const pattern = yield* expandPattern(shell, operand, streams);
    return trimmed(shell, value ?? '', operator, pattern);
  }
  if (operator === ':' || operator.startsWith('/')) {
    const word = yield* expandWord(shell, operand, streams);
    return operator === ':'
      ? slice(shell, value ?? '', word)
      : replaced(shell, value ?? '', operator, word);
  }
  const isSet = operator.startsWith(':') ? (value ?? '') !== '' : value !== undefined;
  if (operator.endsWith('+')) return isSet ? yield* expandWord(shell, operand, streams) : '';
  if (isSet) return value ?? '';
  const word = yield* expandWord(shell, operand, streams);
  if (operator.endsWith('?')) {
    shell.state.complain(streams, `${name}: ${word === '' ? 'parameter not set' : word}`);
    throw new ExitShell(2);
  }
  if (operator.endsWith('=')) shell.state.assign(name, word);
  return word;
}

/** `${x:OFFSET:LENGTH}`. */
function slice(shell: Shell, value: string, word: string): string {
  const [offset = 0, length] = word
    .split(':')
    .map((text) => Number(evaluateArithmetic(text, shell.state.variables)));
  const from = offset < 0 ? Math.max(0, value.length + offset) : offset;
  if (length === undefined) return value.slice(from);
  return value.slice(from, length < 0 ? value.length + length : from + length);
}

/** `${x/PATTERN/TEXT}`, `//` for all: the longest match at each place. */
function replaced(shell: Shell, value: string, operator: string, word: string): string {
  const [before = '', text = ''] = word.split(/\/(.*)/s);
  if (before === '') return value;
  const pattern = patternOf([{ text: before, quoted: false }]);
  let done = '';
  let rest = value;
  while (rest !== '') {
    const like = prefixesLike(pattern, rest);
    shell.state.work.match(like.length);
    const length = like.lastIndexOf(true);
    if (length > 0) {
      done += text;
      rest = rest.slice(length);
      if (operator !== '//') break;
    } else {
      done += rest.slice(0, 1);
      rest = rest.slice(1);
    }
  }
  return done + rest;
}

/** `#` and `%` take the shortest match away, `##` and `%%` the longest. */
function trimmed(shell: Shell, value: string, operator: string, pattern: Pattern): string {
  const fromStart = operator.startsWith('#');
  const text = fromStart ? value : [...value].reverse().join('');
  const like = prefixesLike(fromStart ? pattern : pattern.toReversed(), text);
  shell.state.work.match(like.length);
  const length = operator.length === 2 ? like.lastIndexOf(true) : like.indexOf(true);
  if (length < 0) return value;
  return fromStart ? value.slice(length) : value.slice(0, value.length - length);
}
