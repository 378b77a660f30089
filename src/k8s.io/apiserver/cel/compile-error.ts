/**
 * What is wrong with an expression, in the words and with the pointer of cel-go.
 *
 * Models github.com/google/cel-go common/errors.go and checker/errors.go: `ERROR: <input>:1:5: …`,
 * the line, and dots up to the place. In: the error of the library. Out: the text.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { goMatches } from './go-regexps.ts';

/** What the library throws; its class is not exported with its parts. */
interface LibraryError {
  readonly code: string;
  readonly summary: string;
  readonly range?: { readonly start: number; readonly end: number };
  readonly node?: Partial<ASTNode>;
}

const operandTokens =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, " +
  'BYTES, IDENTIFIER}';

export const isLibraryError = (error: unknown): error is LibraryError =>
  typeof error === 'object' && error !== null && 'summary' in error && 'code' in error;

interface Located {
  readonly text: string;
  /** Offset in the expression. */
  readonly at: number;
}

/** `ERROR: <input>:1:24: …` with the line that it is in. */
export function compileErrorText(expression: string, thrown: LibraryError): string {
  const { code, node, range } = thrown;
  // What the library has no type for is of any type in cel-go.
  const summary = thrown.summary.replaceAll("'undefined'", "'dyn'");
  const given = { code, summary, ...(range && { range }), ...(node && { node }) };
  const { text, at } = locate(expression, given);
  return pointedAt(expression, text, at);
}

export function pointedAt(expression: string, text: string, at: number): string {
  const before = expression.slice(0, at);
  const lineNumber = before.split('\n').length;
  const column = at - (before.lastIndexOf('\n') + 1);
  const line = expression.split('\n')[lineNumber - 1] ?? '';
  const pointer = `${'.'.repeat(column)}^`;
  return `ERROR: <input>:${lineNumber}:${column + 1}: ${text}\n | ${line}\n | ${pointer}`;
}

function locate(expression: string, error: LibraryError): Located {
  const start = error.range?.start ?? 0;
  switch (error.code) {
    case 'unknown_variable': {
      const name = error.summary.slice(error.summary.lastIndexOf(' ') + 1);
      return { text: undeclared(name), at: start };
    }
    case 'no_such_overload':
      return overload(expression, error);
    case 'no_matching_overload':
      return call(expression, error);
    case 'incompatible_ternary_branches': {
      const [a = '', b = ''] = [...error.summary.matchAll(/'([^']+)'/g)].map(([, type]) => type);
      const at = Math.max(expression.indexOf('?', start), 0);
      return { text: noOverload('_?_:_', `(bool, ${a}, ${b})`), at };
    }
    case 'invalid_logical_operand': {
      const type = /got '([^']+)'/.exec(error.summary)?.[1] ?? 'dyn';
      return { text: `expected type 'bool' but found '${goTypeName(type)}'`, at: start };
    }
    case 'invalid_comprehension_range': {
      const type = /type '(.+)' cannot/.exec(error.summary)?.[1] ?? 'dyn';
      const rule = 'cannot be range of a comprehension (must be list, map, or dynamic)';
      return { text: `expression of type '${goTypeName(type)}' ${rule}`, at: start };
    }
    case 'invalid_condition_type':
      return condition(error, start);
    case 'invalid_index_type':
    case 'cannot_index_type':
      // cel-go names the types of all operands; the library knows one of them here.
      return { text: error.summary, at: start };
    case 'invalid_macro_argument':
      return macroArgument(expression, error, start);
    case 'no_such_key':
      return { text: `undefined field '${error.summary.split(': ')[1] ?? ''}'`, at: start - 1 };
    default:
      return syntax(expression, error, start);
  }
}

/** Source: parser/macros.go makeHas. */
function macroArgument(expression: string, error: LibraryError, start: number): Located {
  if (!error.summary.startsWith('has()')) return syntax(expression, error, start);
  const { op, args } = error.node ?? {};
  // An index stands where its bracket is.
  const indexed = op === '[]' ? (args as readonly Partial<ASTNode>[])[0] : undefined;
  return { text: 'invalid argument to has() macro', at: indexed?.end ?? start };
}

/** A condition, or what a macro asks of each element, is no bool. */
function condition({ summary }: LibraryError, at: number): Located {
  const type = /got '(.+)'/.exec(summary)?.[1] ?? 'dyn';
  const isQuantifier = /^(all|exists)\(/.test(summary);
  const text = `expected type 'bool' but found '${goTypeName(type)}'`;
  return { text: isQuantifier ? text : summary, at };
}

const undeclared = (name: string): string => `undeclared reference to '${name}' (in container '')`;
/** Of an element of `[]` or `{}` nobody knows the type. */
const noOverload = (name: string, types: string): string => {
  const known = goTypeName(types.replace(/\bundefined\b/g, 'dyn'));
  return `found no matching overload for '${name}' applied to '${known}'`;
};

/** `list<string>` as cel-go writes it: `list(string)`. */
export const goTypeName = (type: string): string => type.replaceAll('<', '(').replaceAll('>', ')');

/** `no such overload: int + string` → `_+_` at the operator. */
function overload(expression: string, error: LibraryError): Located {
  const start = error.range?.start ?? 0;
  const words = error.summary.replace('no such overload: ', '');
  const binary = /^(.+) (==|!=|in|\+|-|\*|\/|%|<|<=|>|>=) (.+)$/.exec(words);
  if (binary === null) {
    const [operator = '', type = ''] = [words.slice(0, 1), words.slice(1)];
    return { text: noOverload(`${operator}_`, `(${type})`), at: start };
  }
  const [, left = '', operator = '', right = ''] = binary;
  const name = operator === 'in' ? '@in' : `_${operator}_`;
  const args = error.node?.args as readonly Partial<ASTNode>[] | undefined;
  const after = args?.[0]?.range?.end ?? start;
  return {
    text: noOverload(name, `(${left}, ${right})`),
    at: Math.max(expression.indexOf(operator, after), start),
  };
}

/** `found no matching overload for 'string.foo()'` → at the opening parenthesis. */
function call(expression: string, error: LibraryError): Located {
  const start = error.range?.start ?? 0;
  const [, whole = ''] = /'(.*)'/.exec(error.summary) ?? [];
  const open = whole.indexOf('(');
  const target = whole.slice(0, open);
  const types = whole.slice(open);
  const dot = target.lastIndexOf('.');
  const called = target.slice(dot + 1);
  const name = called === goMatches ? 'matches' : called;
  const at = expression.indexOf(`${name}(`, start);
  const place = at < 0 ? start : at + name.length;
  if (!knownFunctions.has(name)) return { text: undeclared(name), at: place };
  const receiver = dot < 0 ? '' : `${target.slice(0, dot)}.`;
  return { text: noOverload(name, `${receiver}${types}`), at: place };
}

/** Functions of the language and of the libraries; others are undeclared. */
const knownFunctions: ReadonlySet<string> = new Set(
  (
    'size type int uint double string bool bytes dyn timestamp duration startsWith endsWith ' +
    'contains matches lowerAscii upperAscii trim indexOf lastIndexOf substring split join replace ' +
    'charAt format find findAll sum min max isSorted quantity isQuantity ip isIP cidr isCIDR url ' +
    'isURL all exists exists_one map filter has check allowed reason group resource validate'
  ).split(' '),
);

function syntax(expression: string, error: LibraryError, start: number): Located {
  const end = start >= expression.length;
  if (error.code === 'expected_token') {
    const [, wanted = ''] = /Expected (\w+)/.exec(error.summary) ?? [];
    const brackets: Readonly<Record<string, string>> = {
      RPAREN: ')',
      RBRACKET: ']',
      RBRACE: '}',
    };
    const bracket = brackets[wanted];
    if (bracket !== undefined && end) {
      return { text: `Syntax error: missing '${bracket}' at '<EOF>'`, at: start };
    }
  }
  const found = end ? '<EOF>' : (/^\w+|^[\s\S]/.exec(expression.slice(start))?.[0] ?? '');
  if (error.code === 'unterminated_string') {
    const rest = expression.slice(start);
    return { text: `Syntax error: token recognition error at: '${rest}'`, at: start };
  }
  const before = expression.slice(0, start).trimEnd();
  const afterOperand = /[\w)\]}"']$/.test(before) && !/\bin$/.test(before);
  if (afterOperand && !end) {
    return { text: `Syntax error: extraneous input '${found}' expecting <EOF>`, at: start };
  }
  const text = `Syntax error: mismatched input '${found}' expecting ${operandTokens}`;
  return { text, at: start };
}
