/**
 * Checks a value against `lesson.schema.json`: the words of JSON Schema that it uses, and no other.
 *
 * The check reads the published file itself, so the two cannot differ. What comes in is from
 * anybody: only own members of an object are looked at.
 */
import { nearestWord } from '#base/edit-distance';

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Path = readonly (string | number)[];

export interface SchemaProblem {
  readonly path: Path;
  /** What the message is about, where that is not the place itself. */
  readonly about?: Path;
  readonly message: string;
}

/** All that is wrong, in the order of the value; nothing when it fits. */
export function checkSchema(
  root: Schema,
  value: unknown,
  schema: Schema = root,
  path: Path = [],
): readonly SchemaProblem[] {
  const own = resolved(root, schema);
  const wrong = (message: string): readonly SchemaProblem[] => [{ path, message }];
  if (own.anyOf !== undefined) return checkAny(root, value, own.anyOf, path);
  if (own.const !== undefined && own.const !== value) return wrong(`must be ${show(own.const)}`);
  if (own.enum !== undefined && !own.enum.includes(value)) {
    return wrong(`must be one of ${own.enum.map(show).join(', ')}`);
  }
  if (own.type !== undefined && !isA(own.type, value)) return wrong(`must be ${named(own.type)}`);
  if (typeof value === 'string') return checkText(own, value).flatMap(wrong);
  if (typeof value === 'number') return checkNumber(own, value).flatMap(wrong);
  if (Array.isArray(value)) return checkList(root, own, value, path);
  if (isObject(value)) return checkObject(root, own, value, path);
  return [];
}

/** What is wrong with the one that is most likely meant: of that type, with what it must have. */
function checkAny(
  root: Schema,
  value: unknown,
  options: readonly Schema[],
  path: Path,
): readonly SchemaProblem[] {
  const likely = options
    .map((option) => resolved(root, option))
    .filter(({ type }) => type !== undefined && isA(type, value));
  if (likely.length === 0) {
    const types = new Set(options.map((option) => named(resolved(root, option).type ?? '')));
    return [{ path, message: `must be ${[...types].join(' or ')}` }];
  }
  const all = likely.map((option) => checkSchema(root, value, option, path));
  if (all.some((problems) => problems.length === 0)) return [];
  const meant = likely.findIndex(
    ({ required = [] }) => isObject(value) && required.some((name) => Object.hasOwn(value, name)),
  );
  return all[Math.max(0, meant)] ?? [];
}

function checkText(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema,
  text: string,
): readonly string[] {
  if (text.length < minLength) return ['must not be empty'];
  if (text.length > maxLength) return [`must have at most ${maxLength} characters`];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    return [`must match ${pattern}`];
  }
  return [];
}

function checkNumber(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema,
  value: number,
): readonly string[] {
  return value >= minimum && value <= maximum ? [] : [`must be from ${minimum} to ${maximum}`];
}

function checkList(
  root: Schema,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: Schema,
  list: readonly unknown[],
  path: Path,
): readonly SchemaProblem[] {
  if (list.length < minItems) return [{ path, message: `must have at least ${minItems} items` }];
  if (list.length > maxItems) return [{ path, message: `must have at most ${maxItems} items` }];
  if (items === undefined) return [];
  return list.flatMap((item, index) => checkSchema(root, item, items, [...path, index]));
}

function checkObject(
  root: Schema,
  { properties = {}, required = [], additionalProperties, minProperties = 0 }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): readonly SchemaProblem[] {
  const names = Object.keys(value);
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const few = names.length < minProperties ? ['must not be empty'] : [];
  return [
    ...[...few, ...missing.map((name) => `needs "${name}"`)].map((message) => ({ path, message })),
    ...names.flatMap((name) => {
      const of = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (of !== undefined) return checkSchema(root, value[name], of, [...path, name]);
      if (additionalProperties !== false) return [];
      const known = Object.keys(properties);
      const message = `has no "${name.slice(0, 60)}"; ${meant(name, known)}`;
      return [{ path: [...path, name], about: path, message }];
    }),
  ];
}

function resolved(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (found === undefined) throw new Error(`The schema has no ${schema.$ref}.`);
  return found;
}

/** What somebody may have meant: the nearest of the known words, and all of them. */
export function meant(typed: string, known: readonly string[]): string {
  const nearest = nearestWord(typed, known);
  const question = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  return `${question}known are ${known.join(', ')}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isA(type: string, value: unknown): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

const articles: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
};

const named = (type: string): string => articles[type] ?? type;
const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
