/**
 * One compiled expression.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/cel compile.go and condition.go. In: the text and
 * its environment, later the values of its variables. Out: a value, or the text that admission and
 * validation show.
 */
import type { Environment } from '@marcbachmann/cel-js';
import { err, ok, type Result } from '#base/result';
import { compileErrorText, goTypeName, isLibraryError, pointedAt } from './compile-error.ts';
import { CostMeter, costExceeded, measureLoops } from './cost.ts';
import { estimatedCost } from './cost-estimate.ts';
import type { DeclType } from './decl-type.ts';
import { takeFirstError } from './first-error.ts';
import { withGoRegexps } from './go-regexps.ts';
import { takeEverySelection } from './has-macro.ts';
import { CelFailure } from './library/library.ts';
import { checkMapKeys } from './map-keys.ts';
import { withMapLiterals } from './message-literals.ts';
import { readsMember, takeEmptyForDyn } from './tree.ts';

export interface Program {
  readonly expression: string;
  /** What the checker says it evaluates to; `dyn` when it cannot know. */
  readonly type: string;
  /** What it can cost at most if `self` and `oldSelf` have this type. */
  estimate(self: DeclType): number;
  /** Whether it reads a member of a variable: `claims.email`. */
  reads(variable: string, member: string): boolean;
  /** Never waits. The error is what follows `resulted in error: `. */
  evaluate(variables: Readonly<Record<string, unknown>>): Result<unknown, string>;
}

/**
 * Compiles an expression.
 * @param returns the types it may evaluate to; empty: any
 * Source: compiler.CompileCELExpression.
 */
export function compile(
  environment: Environment,
  expression: string,
  returns: readonly string[],
): Result<Program, string> {
  const plain = expression.includes('{') ? withMapLiterals(expression) : ok(expression);
  if (!plain.ok) return err(`compilation failed: ${pointedAt(expression, plain.error, 0)}`);
  let parsed: Parsed;
  let type: string;
  const meter = new CostMeter();
  try {
    const source = withGoRegexps(plain.value);
    parsed = prepared(environment, source);
    let checked = checkOf(parsed);
    if (!checked.valid && isAboutNoType(checked.error)) {
      parsed = prepared(environment, source);
      takeEmptyForDyn(parsed.ast, environment);
      checked = checkOf(parsed);
    }
    if (!checked.valid) throw checked.error;
    measureLoops(parsed.ast, meter);
    checkMapKeys(parsed.ast);
    type = String(checked.type ?? 'dyn').replace(/^dyn<.*>$/, 'dyn');
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    return err(`compilation failed: ${compileErrorText(expression, error)}`);
  }
  const wrong = typeError(type, returns);
  if (wrong !== undefined) return err(wrong);
  return ok({
    expression,
    type,
    estimate: (self) => estimatedCost(parsed.ast, self),
    reads: (variable, member) => readsMember(parsed.ast, variable, member),
    evaluate(variables) {
      meter.begin();
      try {
        const value = parsed({ ...variables });
        return meter.isExceeded ? err(costExceeded) : ok(value);
      } catch (error) {
        return err(meter.isExceeded ? costExceeded : evaluationText(error));
      }
    },
  });
}

/**
 * The library has no type for a part of `[]` or `{}`; in cel-go it may be anything. Of an operator
 * between two such parts it says that all its overloads overlap.
 */
const isAboutNoType = (error: unknown): boolean =>
  isLibraryError(error)
    ? /'undefined'/.test(error.summary)
    : error instanceof Error && /^Operator overload .* overlaps with /.test(error.message);

type Parsed = ReturnType<Environment['parse']>;

/** Parsed, and with cel-go's ways where the library has others. */
function prepared(environment: Environment, source: string): Parsed {
  const parsed = environment.parse(source);
  takeEverySelection(parsed.ast);
  takeFirstError(parsed.ast);
  return parsed;
}

/** What the library's checker says, which throws instead where it has no types at all. */
function checkOf(parsed: Parsed): ReturnType<Parsed['check']> {
  try {
    return parsed.check();
  } catch (error) {
    if (!isAboutNoType(error)) throw error;
    return { valid: false, error: error as NonNullable<ReturnType<Parsed['check']>['error']> };
  }
}

function typeError(type: string, returns: readonly string[]): string | undefined {
  if (returns.length === 0 || returns.includes(type)) return undefined;
  // A list of what nobody knows is as good as any list.
  if (type === 'dyn' || returns.some((one) => one === type.replace(/<.*>$/, ''))) return undefined;
  return returns.length === 1
    ? `must evaluate to ${returns[0]} but got ${goTypeName(type)}`
    : `must evaluate to one of [${returns.join(' ')}]`;
}

/** A key that is no scalar is not shown: the library does not say which it was. */
const noSuchKey = (key: string): string =>
  key.includes('[object ') ? 'unsupported key type' : `no such key: ${key}`;

/** The Go type of a value that is no list and no map: `Null`, `String`, `Double`. */
function goKind(summary: string): string {
  const type = /type '(\w+)/.exec(summary)?.[1] ?? 'dyn';
  return type.charAt(0).toUpperCase() + type.slice(1);
}

/** Errors of evaluation in cel-go's words. */
function evaluationText(error: unknown): string {
  if (error instanceof CelFailure) return error.message;
  if (!isLibraryError(error)) return error instanceof Error ? error.message : String(error);
  const { code, summary } = error;
  switch (code) {
    case 'no_such_key':
      return noSuchKey(summary.slice(summary.indexOf(': ') + 2));
    case 'no_such_overload':
    case 'no_matching_overload':
    case 'invalid_logical_operand':
    case 'invalid_condition_type':
      return 'no such overload';
    case 'invalid_comprehension_range':
      return `got 'types.${goKind(summary)}', expected iterable type`;
    case 'index_out_of_bounds':
      return `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ''}`;
    default:
      return summary;
  }
}
