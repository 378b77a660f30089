/**
 * The expressions of one policy, compiled in one environment with the policy's variables.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/cel composition.go. A variable can use those before
 * it; its value is computed at its first use, once for each evaluation.
 */
import type { Environment } from '@marcbachmann/cel-js';
import { err, ok, type Result } from '#base/result';
import type { MatchCondition, Variable } from '#k8s.io/api/admissionregistration/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { ComposedVariables } from '#k8s.io/apiserver/cel/composed-variables';
import type { Program } from '#k8s.io/apiserver/cel/program';
import { declared, type Values } from './request-variables.ts';

/** An evaluation that failed inside a variable. */
class VariableFailure extends Error {}

interface ComposedVariable {
  readonly name: string;
  readonly program: Program;
}

export class Composition {
  readonly #cel: Cel;
  readonly #hasParams: boolean;
  readonly #variables: ComposedVariable[] = [];
  readonly #environments = new Map<boolean, Environment>();
  #conditions: Environment | undefined;

  constructor(cel: Cel, hasParams: boolean) {
    this.#cel = cel;
    this.#hasParams = hasParams;
  }

  /** Compiles the next variable. */
  add({ name, expression }: Variable): Result<void, string> {
    const program = this.compile(expression, []);
    if (!program.ok) return program;
    this.#variables.push({ name, program: program.value });
    this.#environments.clear();
    return ok(undefined);
  }

  /** A match condition has no `variables`. Source: statelessCELCompiler. */
  compileCondition(expression: string): Result<Program, string> {
    this.#conditions ??= this.#cel.environmentWith(declared(this.#hasParams));
    return this.#cel.compile(this.#conditions, expression, ['bool']);
  }

  compile(
    expression: string,
    returns: readonly string[],
    hasAuthorizer = true,
  ): Result<Program, string> {
    let environment = this.#environments.get(hasAuthorizer);
    if (environment === undefined) {
      const types = this.#variables.map(({ name, program }) => [name, typeName(program.type)]);
      const variables = declared(this.#hasParams, hasAuthorizer);
      environment = this.#cel.environmentWith(variables, Object.fromEntries(types));
      this.#environments.set(hasAuthorizer, environment);
    }
    return this.#cel.compile(environment, expression, returns);
  }

  /** The values of one evaluation, with the policy's variables as `variables`. */
  values(values: Values): Values {
    if (this.#variables.length === 0) return values;
    const variables = new ComposedVariables();
    const all = { ...values, variables };
    for (const { name, program } of this.#variables) {
      variables.define(name, () => {
        const answer = program.evaluate(all);
        if (answer.ok) return answer.value;
        const why = `composited variable "${name}" fails to evaluate: ${answer.error}`;
        throw new VariableFailure(why);
      });
    }
    return all;
  }
}

/** The part that both kinds of policies have in common. */
interface PolicySpec {
  readonly paramKind?: unknown;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly Variable[];
}

interface ComposedPolicy {
  /** Compiles the other expressions of the policy, with its variables. */
  readonly composition: Composition;
  readonly conditions: readonly Program[];
}

/**
 * Compiles the match conditions of a policy, which cannot use variables, and then its variables.
 */
export function composePolicy(spec: PolicySpec, cel: Cel): Result<ComposedPolicy, string> {
  const composition = new Composition(cel, spec.paramKind !== undefined);
  const conditions = compileAll(spec.matchConditions, ({ expression }) =>
    composition.compileCondition(expression),
  );
  if (!conditions.ok) return conditions;
  for (const variable of spec.variables ?? []) {
    const added = composition.add(variable);
    if (!added.ok) return added;
  }
  return ok({ composition, conditions: conditions.value });
}

/** Types that the checker composes of others count as unknown. */
const typeName = (type: string): string =>
  ['bool', 'int', 'string', 'double'].includes(type) ? type : 'dyn';

/** Compiles a list of expressions, or returns the error of the first bad one. */
export function compileAll<T>(
  items: readonly T[] | undefined,
  one: (item: T) => Result<Program, string>,
): Result<readonly Program[], string> {
  const programs: Program[] = [];
  for (const item of items ?? []) {
    const program = one(item);
    if (!program.ok) return err(program.error);
    programs.push(program.value);
  }
  return ok(programs);
}
