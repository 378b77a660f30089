import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import { cardinalityOfParts, RuleCosts } from './rule-costs.ts';
import { RuleCompiler } from './rules.ts';
import { declTypeOf } from './schema-decl-type.ts';

const regexp = lateRegexp(() => regexpLibrary);
const compiler = new RuleCompiler({ cel: celWith(regexp), regexp });

function programOf(rule: string) {
  const program = compiler.rule(rule);
  if (!program.ok) throw new Error(program.error);
  return program.value;
}

type Schema = (most?: number) => JSONSchemaProps;
const limited = <Name extends string>(name: Name, most?: number) =>
  most === undefined ? {} : { [name]: most };
const plain = (type: string): JSONSchemaProps =>
  type === 'int-or-string' ? { 'x-kubernetes-int-or-string': true } : { type };
const arrayOf =
  (items: JSONSchemaProps): Schema =>
  (most) => ({ type: 'array', items, ...limited('maxItems', most) });
const mapOf =
  (type: string): Schema =>
  (most) => ({
    type: 'object',
    additionalProperties: plain(type),
    ...limited('maxProperties', most),
  });
const text: Schema = (most) => ({ type: 'string', ...limited('maxLength', most) });
const bytes: Schema = (most) => ({ ...text(most), format: 'byte' });
const pair: JSONSchemaProps = {
  type: 'object',
  required: ['required'],
  properties: { required: plain('string'), optional: plain('string') },
};
const nested: Schema = (most) => ({
  ...arrayOf({ type: 'object', additionalProperties: pair, ...limited('maxProperties', most) })(
    most,
  ),
});
const [numbers, strings, booleans] = ['number', 'string', 'boolean'].map((type) =>
  arrayOf(plain(type)),
) as [Schema, Schema, Schema];
const texts: Schema = (most) => ({
  type: 'object',
  additionalProperties: text(most),
  ...limited('maxProperties', most),
});

/** Without a limit, then a limit and the cost with it. Source: TestCostEstimation of upstream. */
const costs: readonly (readonly [Schema, string, number, number, number])[] = [
  [numbers, 'self.all(x, true)', 4_718_591, 10, 32],
  [strings, 'self.all(x, true)', 3_145_727, 20, 62],
  [booleans, 'self.all(x, true)', 1_887_437, 5, 17],
  [arrayOf({ type: 'array', items: plain('number') }), 'self.all(x, true)', 3_145_727, 100, 302],
  [arrayOf(pair), 'self.all(x, true)', 555_128, 50, 152],
  [mapOf('number'), 'self.all(x, true)', 1_348_169, 10, 32],
  [mapOf('string'), 'self.all(x, true)', 1_179_647, 3, 11],
  [mapOf('boolean'), 'self.all(x, true)', 943_718, 100, 302],
  [text, "self.contains('test')", 314_574, 10, 5],
  [text, "self.startsWith('test')", 2, 15, 2],
  [text, 'size(self + "hello") > size("hello")', 314_578, 4, 7],
  [numbers, 'self[1] == 0.0', 2, 5000, 2],
  [strings, 'self[1] == self[1]', 314_577, 8, 314_577],
  [text, 'self.matches("x")', 314_574, 50, 22],
  [text, '"".matches("(((((((((())))))))))[0-9]")', 7, 10, 7],
  [text, 'self.matches("")', 1, 100, 1],
  [texts, 'self.all(x, x.contains(self[x]))', 2_752_507, 10, 72],
  [mapOf('number'), 'self["x"] == 0.0', 2, 0, 2],
  [text, 'self == "x"', 2, 0, 1],
  [bytes, 'self == b"x"', 2, 0, 1],
  [numbers, 'self.all(x, x == 0.0)', 6_291_454, 6_291_456, 25_165_826],
  [nested, 'self.all(x, x["y"].required == "z")', 7_340_027, 10, 72],
  [arrayOf(plain('int-or-string')), 'self.all(x, true)', 4_718_591, 10, 32],
  [arrayOf(plain('int-or-string')), 'self[0] == 5', 3, 10, 3],
  [booleans, 'self[0] == false', 2, 25, 2],
];

describe('the estimated cost of a rule', () => {
  it.each(costs)('is upstream’s: %o %s', (schema, rule, free, most, bound) => {
    const cost = (of: JSONSchemaProps): number => {
      const self = declTypeOf(of, false);
      return self === undefined ? -1 : programOf(rule).estimate(self);
    };
    expect([cost(schema()), cost(schema(most))]).toEqual([free, bound]);
  });

  const refusalsOf = (schema: JSONSchemaProps, rule: string, often: number | undefined) =>
    new RuleCosts().rule(programOf(rule), schema, false, often, 'rule').map((each) => each.detail);
  const refusals = (schema: JSONSchemaProps, rule: string) => refusalsOf(schema, rule, 1);
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, ' +
    'maps, and strings are declared)';

  it('refuses a rule for it, in upstream’s words', () => {
    expect(refusals(numbers(), 'self.all(x, self.all(y, true))')).toEqual([
      `estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
    ]);
    expect(refusals(numbers(1500), 'self.all(x, self.all(y, x == y && y != 1.5))')).toEqual([
      `estimated rule cost exceeds budget by factor of 1.350750x ${advice}`,
    ]);
    expect(refusals(numbers(10), 'self.all(x, self.all(y, true))')).toEqual([]);
  });

  it('counts how often its value can be in an object', () => {
    expect(refusalsOf(text(1000), 'self.contains("a")', 1000)).toEqual([]);
    expect(refusalsOf(text(1000), 'self.contains("a")', undefined)).toHaveLength(1);
    expect(cardinalityOfParts(numbers(7), 3)).toBe(21);
    expect(cardinalityOfParts(numbers(), 3)).toBeUndefined();
    expect(cardinalityOfParts(pair, 3)).toBe(3);
  });

  it('refuses rules that cost too much together, and names the most expensive', () => {
    const total = new RuleCosts();
    for (let rule = 0; rule < 30; rule++) {
      total.rule(programOf('self.all(x, true)'), numbers(), false, 1, `rule ${rule}`);
    }
    const said = total.together('schema').map(({ detail }) => detail);
    expect(said).toHaveLength(5);
    expect(said.at(-1)).toContain('estimated rule cost total for entire OpenAPIv3 schema exceeds');
  });
});
