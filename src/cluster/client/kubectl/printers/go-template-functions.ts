/** The functions of Go templates, with two that kubectl adds. Source: text/template funcs.go. */
import { textOfBase64 } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import { encodeUtf8 } from '#base/utf8';
import { isJsonArray, isJsonObject } from '#k8s.io/apimachinery/json-value';
import { htmlEscaped, jsEscaped, queryEscaped } from './go-template-escapers.ts';
import {
  equal,
  GoInt,
  goText,
  isData,
  less,
  type TemplateValue,
  truth,
  typeName,
} from './go-template-values.ts';

type Answer = Result<TemplateValue, string>;
/** `callee`: how the first argument is written in the template. */
type TemplateFunction = (args: readonly TemplateValue[], callee: string) => Answer;

const compared =
  (test: (a: TemplateValue, b: TemplateValue) => boolean | string): TemplateFunction =>
  ([a, b]) => {
    const answer = test(a, b);
    return typeof answer === 'string' ? err(answer) : ok(answer);
  };

const negated = (answer: boolean | string) => (typeof answer === 'string' ? answer : !answer);

function lessOrEqual(a: TemplateValue, b: TemplateValue): boolean | string {
  const below = less(a, b);
  return below === false ? equal(a, b) : below;
}

/** The first argument is compared with each of the others. */
const anyEqual: TemplateFunction = ([first, ...others]) => {
  if (others.length === 0) return err('missing argument for comparison');
  for (const other of others) {
    const same = equal(first, other);
    if (typeof same === 'string') return err(same);
    if (same) return ok(true);
  }
  return ok(false);
};

function at(value: TemplateValue, key: TemplateValue): Answer {
  if (value === undefined || value === null) return err('index of untyped nil');
  if (typeof value === 'string' || (isData(value) && isJsonArray(value))) {
    if (!(key instanceof GoInt)) {
      return err(key === undefined ? 'cannot index slice/array with nil' : wrongIndex(key));
    }
    const items = typeof value === 'string' ? bytesOf(value) : value;
    const found = items[key.value];
    return found === undefined ? err(`index out of range: ${key.value}`) : ok(found);
  }
  if (!isData(value) || !isJsonObject(value))
    return err(`can't index item of type ${typeName(value)}`);
  if (typeof key !== 'string') {
    return err(`value has type ${typeName(key)}; should be string`);
  }
  return ok(Object.hasOwn(value, key) ? value[key] : undefined);
}

const bytesOf = (text: string): readonly TemplateValue[] =>
  [...encodeUtf8(text)].map((byte) => new GoInt(byte));

const wrongIndex = (key: TemplateValue): string =>
  `cannot index slice/array with type ${typeName(key)}`;

const index: TemplateFunction = ([value, ...keys]) => {
  let found: Answer = ok(value);
  for (const [i, key] of keys.entries()) {
    if (!found.ok) return found;
    if (i > 0 && (found.value ?? null) === null) return err('index of nil pointer');
    found = at(found.value, key);
  }
  return found;
};

const length: TemplateFunction = ([value]) => {
  if (typeof value === 'string') return ok(new GoInt(encodeUtf8(value).length));
  if (isData(value) && isJsonArray(value)) return ok(new GoInt(value.length));
  if (isData(value) && isJsonObject(value)) return ok(new GoInt(Object.keys(value).length));
  if (value === null) return err('len of nil pointer');
  return err(
    value === undefined
      ? 'reflect: call of reflect.Value.Type on zero Value'
      : `len of type ${typeName(value)}`,
  );
};

/** A blank stands between two operands of which neither is a string. Source: fmt.Sprint. */
const print: TemplateFunction = (args) =>
  ok(
    args
      .map((arg, i) => {
        const blank = i > 0 && typeof arg !== 'string' && typeof args[i - 1] !== 'string';
        return `${blank ? ' ' : ''}${goText(arg)}`;
      })
      .join(''),
  );

const printf: TemplateFunction = ([format, ...args]) => {
  if (typeof format !== 'string') return err(`wrong type for value; expected string`);
  let next = 0;
  const text = format.replace(/%(-?)(0?)(\d*)(?:\.(\d+))?([a-zA-Z%])/g, (...match) => {
    const [, minus = '', zero = '', width = '', places, verb = ''] = match as string[];
    if (verb === '%') return '%';
    if (next >= args.length) return `%!${verb}(MISSING)`;
    const body = formatted(verb, args[next++], places);
    const pad = Number(width || 0);
    if (minus !== '') return body.padEnd(pad);
    return body.padStart(pad, zero !== '' ? '0' : ' ');
  });
  const extra = args.slice(next).map((arg) => `${typeName(arg)}=${goText(arg)}`);
  return ok(extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(', ')})`);
};

function formatted(verb: string, value: TemplateValue, places: string | undefined): string {
  const bad = () =>
    value === undefined || value === null
      ? `%!${verb}(<nil>)`
      : `%!${verb}(${typeName(value)}=${goText(value)})`;
  if (verb === 'v') return goText(value);
  if (verb === 's') return typeof value === 'string' ? value : bad();
  if (verb === 'q') return typeof value === 'string' ? JSON.stringify(value) : bad();
  if (verb === 't') return typeof value === 'boolean' ? String(value) : bad();
  if (verb === 'd') return value instanceof GoInt ? String(value.value) : bad();
  if (verb === 'f') return typeof value === 'number' ? value.toFixed(Number(places ?? 6)) : bad();
  if (verb === 'T') return typeName(value);
  if (verb === 'x' && value instanceof GoInt) return value.value.toString(16);
  return bad();
}

const exists: TemplateFunction = ([value, ...keys]) => {
  let found: TemplateValue = value;
  for (const key of keys) {
    const next = at(found, key);
    if (!next.ok || next.value === undefined) return ok(false);
    found = next.value;
  }
  return ok(true);
};

const decoded: TemplateFunction = ([value]) => {
  const text = typeof value === 'string' ? textOfBase64(value) : undefined;
  return text === undefined
    ? err('base64 decode failed: illegal base64 data at input byte 0')
    : ok(text);
};

/** A part of a text or list, from one index up to another. */
const slice: TemplateFunction = ([value, ...bounds]) => {
  const numbers = bounds.map((bound) => (bound instanceof GoInt ? bound.value : Number.NaN));
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong >= 0) return err(wrongIndex(bounds[wrong]));
  const sized = typeof value === 'string' || (isData(value) && isJsonArray(value));
  if (!sized) return err(`can't slice item of type ${typeName(value)}`);
  const out = numbers.find((number) => number < 0 || number > value.length);
  if (out !== undefined) return err(`index out of range: ${out}`);
  const [from = 0, to = value.length] = numbers;
  return from > to ? err(`invalid slice index: ${from} > ${to}`) : ok(value.slice(from, to));
};

/** Why a value of JSON, which is never a function, cannot be called. Source: funcs.go call. */
const notCallable = (name: string, callee: TemplateValue): string =>
  callee === undefined || callee === null
    ? 'call of nil'
    : `non-function ${name} of type ${typeName(callee)}`;

/** The functions by name, with their least and most arguments. */
export const templateFunctions: Readonly<
  Record<string, readonly [least: number, most: number, call: TemplateFunction]>
> = {
  base64decode: [1, 1, decoded],
  call: [1, Number.POSITIVE_INFINITY, ([callee], name) => err(notCallable(name, callee))],
  eq: [1, Number.POSITIVE_INFINITY, anyEqual],
  exists: [1, Number.POSITIVE_INFINITY, exists],
  ge: [2, 2, compared((a, b) => negated(less(a, b)))],
  gt: [2, 2, compared((a, b) => negated(lessOrEqual(a, b)))],
  html: [0, Number.POSITIVE_INFINITY, (args) => ok(htmlEscaped(args))],
  index: [1, Number.POSITIVE_INFINITY, index],
  js: [0, Number.POSITIVE_INFINITY, (args) => ok(jsEscaped(args))],
  le: [2, 2, compared(lessOrEqual)],
  len: [1, 1, length],
  lt: [2, 2, compared(less)],
  ne: [2, 2, compared((a, b) => negated(equal(a, b)))],
  not: [1, 1, ([value]) => ok(!truth(value))],
  print: [0, Number.POSITIVE_INFINITY, print],
  printf: [1, Number.POSITIVE_INFINITY, printf],
  slice: [1, 3, slice],
  println: [0, Number.POSITIVE_INFINITY, (args) => ok(`${args.map(goText).join(' ')}\n`)],
  urlquery: [0, Number.POSITIVE_INFINITY, (args) => ok(queryEscaped(args))],
};
