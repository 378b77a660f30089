/** The tokens of an awk program. In: its text. Out: tokens with their lines, or an AwkEnd. */
import { unescaped } from '../../escapes.ts';
import { awkError, notSimulated } from './syntax.ts';

export interface Token {
  /** Keywords, operators, the end of a line (`\n`) and of the program (empty) are symbols. */
  readonly kind: 'number' | 'string' | 'regex' | 'name' | 'call' | 'builtin' | 'symbol';
  readonly text: string;
  /** `cmd. line:1`. */
  readonly at: string;
}

/** The fewest arguments of each built-in function. */
export const builtins: ReadonlyMap<string, number> = new Map([
  ...'atan2 gsub index match split sub substr'.split(' ').map((name) => [name, 2] as const),
  ...'close cos exp int log sin sprintf sqrt tolower toupper'
    .split(' ')
    .map((name) => [name, 1] as const),
  ['fflush', 0],
  ['length', 0],
]);

const refused = new Set(
  'and compl gensub lshift mktime or rand rshift srand strftime system systime xor'.split(' '),
);

const keywords = new Set(
  (
    'BEGIN END break continue delete do else exit for func function getline if in next nextfile ' +
    'print printf return while'
  ).split(' '),
);

const blank = /(?:[ \t\r]|\\\r?\n|#[^\n]*)*/y;
const number = /0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const word = /[A-Za-z_]\w*/y;
const string = /"([^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)"/y;
const regex = /\/([^/\\\n]*(?:\\.[^/\\\n]*)*)\//y;
const operator = /\*\*=|\+\+|--|\*\*|[-+*/%^=!<>]=|!~|&&|\|\||>>|[-+*/%^=<>!~?:,;|$(){}[\]\n]/y;

/** A `/` behind these divides. */
const endsOperand = /^(?:\)|\]|\$|\+\+|--)$/;
/** A line may end behind these. */
const goesOn = /^(?:\n|do|else|in|(?!(?:\+\+|--)$)[-+*/%^=<>!~?:,;|&{}]+)$/;

/** A longer program is none that a person typed. */
const longest = 100_000;

/** A text in quotes; a backslash before any other character is dropped. */
export const unquoted = (text: string): string =>
  text.replace(/\\(x[\da-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (all, code: string) => {
    const known = unescaped(all);
    if (known !== all) return known;
    return code === '\n' ? '' : code;
  });

/** Between slashes, only what means one character that cannot be typed is replaced. */
const unslashed = (text: string): string =>
  text.replace(/\\([0-7]{1,3}|[\s\S])/g, (all, code: string) =>
    code === '\\' ? all : unescaped(all),
  );

export function tokensOf(text: string, source: string): readonly Token[] {
  if (text.length > longest) throw notSimulated(`a program of ${text.length} characters`);
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found === undefined) return undefined;
    at += found[0].length;
    for (const char of found[0]) if (char === '\n') line++;
    return found;
  };
  for (;;) {
    take(blank);
    const place = `${source}:${line}`;
    const add = (kind: Token['kind'], content: string): void => {
      tokens.push({ kind, text: content, at: place });
    };
    const last = tokens.at(-1);
    const first = text.charAt(at);
    if (first === '') {
      add('symbol', '');
      return tokens;
    }
    if (first === '"') {
      const found = take(string);
      if (found === undefined) throw awkError(place, 'Unexpected end of string');
      add('string', unquoted(found[1] ?? ''));
    } else if (first === '/' && !isOperand(last)) {
      const found = take(regex);
      if (found === undefined) throw awkError(place, 'Unexpected end of string');
      add('regex', unslashed(found[1] ?? ''));
    } else {
      const digits = take(number);
      const name = digits === undefined ? take(word)?.[0] : undefined;
      if (digits !== undefined) add('number', digits[0]);
      else if (name !== undefined) add(kindOf(name, text.charAt(at)), name);
      else {
        const symbol = take(operator)?.[0];
        if (symbol === undefined) throw awkError(place, 'Unexpected token');
        const isDropped = symbol === '\n' && (last === undefined || isOpen(last));
        if (!isDropped) add('symbol', symbol.replace('**', '^'));
      }
    }
  }
}

const isOperand = (last: Token | undefined): boolean =>
  last !== undefined && (last.kind !== 'symbol' || endsOperand.test(last.text));

const isOpen = ({ kind, text }: Token): boolean => kind === 'symbol' && goesOn.test(text);

function kindOf(name: string, next: string): Token['kind'] {
  if (keywords.has(name)) return 'symbol';
  if (builtins.has(name)) return 'builtin';
  if (next !== '(') return 'name';
  if (refused.has(name)) throw notSimulated(name);
  return 'call';
}
