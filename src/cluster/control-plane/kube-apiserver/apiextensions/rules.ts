/**
 * `x-kubernetes-validations`: rules in CEL, each at a path of a schema.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel compilation.go and validation.go.
 * `self` is the value at that path, `oldSelf` the previous one; a rule that uses `oldSelf` is
 * evaluated only when there was a previous value. In: a schema, then objects. Out: field errors.
 */
import type { Environment as CelEnvironment } from '@marcbachmann/cel-js';
import { type CompileRegexp, regexpOf } from '#base/regexp';
import { ok, type Result } from '#base/result';
import type { Environment } from '#cluster/environment';
import type { JSONSchemaProps, ValidationRule } from '#k8s.io/api/apiextensions/v1';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  omittedValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { type Cel, celOf } from '#k8s.io/apiserver/cel/cel';
import type { Program } from '#k8s.io/apiserver/cel/program';

/** What a server needs to compile the texts of a definition. */
export type Expressions = Pick<Environment, 'cel' | 'regexp'>;

const validations = 'x-kubernetes-validations';

interface CompiledRule {
  readonly rule: ValidationRule;
  readonly program: Program;
  readonly message: Program | undefined;
  readonly usesOld: boolean;
}

/** The rules at one path, and at the paths below it. */
export interface RuleTree {
  readonly schema: JSONSchemaProps;
  readonly rules: readonly CompiledRule[];
  readonly members: ReadonlyMap<string, RuleTree>;
  readonly others: RuleTree | undefined;
  readonly items: RuleTree | undefined;
}

/** Compiles rules in one environment, which is created for the first of them. */
export class RuleCompiler {
  /** Compiles the patterns of a schema. */
  readonly regexp: CompileRegexp;
  readonly #cel: Cel;
  #environment: CelEnvironment | undefined;

  constructor(env: Expressions) {
    this.regexp = regexpOf(env);
    this.#cel = celOf(env);
  }

  rule(rule: string): Result<Program, string> {
    return this.#compile(rule, 'bool');
  }

  message(expression: string): Result<Program, string> {
    return this.#compile(expression, 'string');
  }

  #compile(expression: string, returns: string): Result<Program, string> {
    this.#environment ??= this.#cel.environmentWith({ self: 'dyn', oldSelf: 'dyn' });
    return this.#cel.compile(this.#environment, expression, [returns]);
  }
}

/** The rules of an accepted schema; undefined when it has none. */
export function ruleTree(schema: JSONSchemaProps, compiler: RuleCompiler): RuleTree | undefined {
  const rules = (schema[validations] ?? []).flatMap((rule) => compiledRule(rule, compiler));
  const members = new Map<string, RuleTree>();
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const tree = ruleTree(inner, compiler);
    if (tree !== undefined) members.set(key, tree);
  }
  const { additionalProperties } = schema;
  const others =
    typeof additionalProperties === 'object' ? ruleTree(additionalProperties, compiler) : undefined;
  const items = schema.items && ruleTree(schema.items, compiler);
  const empty = rules.length + members.size === 0 && others === undefined && items === undefined;
  return empty ? undefined : { schema, rules, members, others, items };
}

function compiledRule(rule: ValidationRule, compiler: RuleCompiler): readonly CompiledRule[] {
  const program = compiler.rule(rule.rule);
  if (!program.ok) return [];
  const message =
    rule.messageExpression === undefined ? undefined : compiler.message(rule.messageExpression);
  return [
    {
      rule,
      program: program.value,
      message: message?.ok === true ? message.value : undefined,
      usesOld: /\boldSelf\b/.test(rule.rule),
    },
  ];
}

/** Source: Validator.Validate. */
export function checkRules(
  tree: RuleTree,
  value: JsonValue | undefined,
  old: JsonValue | undefined,
  path: string,
): readonly FieldError[] {
  if (value === undefined || value === null) return [];
  const errors = tree.rules.flatMap((rule) => checkRule(rule, tree.schema, value, old, path));
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const before = isJsonObject(old) ? old : {};
  if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const inner =
        tree.members.get(key) ?? (key in (tree.schema.properties ?? {}) ? undefined : tree.others);
      if (inner !== undefined) errors.push(...checkRules(inner, member, before[key], at(key)));
    }
  } else if (isJsonArray(value) && tree.items !== undefined) {
    for (const [index, item] of value.entries()) {
      // Upstream correlates items of map lists with their old value; here no item has one.
      errors.push(...checkRules(tree.items, item, undefined, indexPath(path, index)));
    }
  }
  return errors;
}

function checkRule(
  { rule, program, message, usesOld }: CompiledRule,
  schema: JSONSchemaProps,
  value: JsonValue,
  old: JsonValue | undefined,
  path: string,
): readonly FieldError[] {
  if (usesOld && old === undefined && rule.optionalOldSelf !== true) return [];
  const values = { self: typedValue(schema, value), oldSelf: typedValue(schema, old ?? null) };
  const answer = program.evaluate(values);
  const at = `${path}${rule.fieldPath ?? ''}`.replace(/^\./, '');
  const shown = schema.type ?? 'object';
  if (!answer.ok) {
    const why = `rule evaluation error: ${answer.error} evaluating rule: ${ruleText(rule)}`;
    return [invalidValue(at === '' ? '<nil>' : at, shown, why)];
  }
  if (answer.value === true) return [];
  const made = message?.evaluate(values) ?? ok(undefined);
  const text = made.ok && typeof made.value === 'string' ? made.value.trim() : '';
  // A value that could be long is not shown.
  const reported = shown === 'object' || shown === 'array' ? omittedValue : value;
  return [errorFor(rule, at === '' ? '<nil>' : at, reported, text || ruleText(rule))];
}

const ruleText = ({ message, rule }: ValidationRule): string =>
  message?.trim() || `failed rule: ${rule.trim()}`;

/** Source: fieldErrorForReason. */
function errorFor(
  { reason }: ValidationRule,
  path: string,
  shown: unknown,
  detail: string,
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbiddenField(path, detail);
    case 'FieldValueRequired':
      return required(path, detail);
    case 'FieldValueDuplicate':
      return duplicate(path, shown);
    default:
      return invalidValue(path, shown, detail);
  }
}

/**
 * A value in the type of its schema: `number` is a double even when it is whole, names that are no
 * identifiers are escaped. Source: pkg/cel/common values.go.
 */
function typedValue(schema: JSONSchemaProps | undefined, value: JsonValue): unknown {
  if (typeof value === 'number') {
    const whole = Number.isInteger(value) && schema?.type !== 'number';
    return whole ? BigInt(value) : value;
  }
  if (isJsonArray(value)) return value.map((item) => typedValue(schema?.items, item));
  if (!isJsonObject(value)) return value;
  const { properties, additionalProperties } = schema ?? {};
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      properties === undefined ? key : escaped(key),
      typedValue(properties?.[key] ?? others, member),
    ]),
  );
}

const reserved: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
);

/** Source: pkg/cel/escaping.go Escape. */
export function escaped(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}
