/** Expressions in CEL, compiled and evaluated with the libraries that Kubernetes adds. */
import fc from 'fast-check';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { environments } from '#k8s.io/apiserver/cel/environment';
import { compile } from '#k8s.io/apiserver/cel/program';
import { fromCel, toCel } from '#k8s.io/apiserver/cel/values';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';

const object = toCel({
  metadata: { name: 'web', namespace: 'default', labels: { 'a/b': 'c', constructor: 'x' } },
  spec: { replicas: 5, cpu: '1500m', ports: [80, 443], image: 'nginx:1.27', ratio: 0.5 },
  status: { ready: true, nothing: null, list: [{ a: 1 }, { a: 2 }] },
});

const strings = fc.oneof(
  pick(
    '"a" \'web\' "" "1Gi" "10.0.0.0/8" "::1" "https://a.example/x?q=1" r"\\d+" "(a+)+$" b"x" "\\u00e9"',
  ),
  pick(
    '"1h30m" "2026-11-28T00:00:00Z" "%s" "%d %x %e" "é" "(" "[a-" "a,b,c" """x""" "\\377" "1.0.0"',
  ),
  anyText.map((text) => JSON.stringify(text)),
);

const numbers = pick(
  '0 1 -1 5 2u 0x1F 9223372036854775807 -9223372036854775808 18446744073709551615u 1.5 1e300 -0.0 1e-400 1e400',
);

const fields = pick(
  'object object.spec object.spec.replicas object.metadata.labels object.metadata.name object.spec.ports object.status.list object.status.nothing object.spec.cpu object.missing object.constructor object.metadata.labels["a/b"] object.spec.?x object[?"spec"] params oldObject request x i dyn(1) type(1) int string timestamp duration',
);

const unary = pick(
  '! - -- !! type( int( uint( double( string( bytes( bool( dyn( timestamp( duration( size( quantity( ip( cidr( url( has( optional.of( isQuantity( isURL( isIP( semver(',
);
const operators = pick('+ - * / % == != < <= > >= && || in');
const methods = pick(
  'size startsWith endsWith contains matches find findAll split join replace substring indexOf lastIndexOf charAt lowerAscii upperAscii trim reverse format getHost getPort getQuery isGreaterThan compareTo add sub asInteger asApproximateFloat isSorted sum min max indexOf flatten distinct sort slice first last containsIP prefixLength masked getFullYear getHours getMilliseconds value orValue hasValue or validate allocate check',
);
const macros = pick('all exists exists_one map filter sortBy transformList');

/** One step of an expression over those that it holds. */
const grown = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(inner, operators, inner).map(([a, op, b]) => `${a} ${op} ${b}`),
    inner.map((a) => `(${a})`),
    fc.tuple(unary, inner).map(([op, a]) => (op.endsWith('(') ? `${op}${a})` : `${op}${a}`)),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
    fc
      .tuple(inner, methods, fc.array(inner, { maxLength: 3 }))
      .map(([a, method, args]) => `${a}.${method}(${args.join(', ')})`),
    fc.tuple(inner, macros, inner).map(([a, macro, b]) => `${a}.${macro}(x, ${b})`),
    fc.array(inner, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(inner, inner), { maxLength: 2 })
      .map((entries) => `{${entries.map((entry) => entry.join(': ')).join(', ')}}`),
    fc.tuple(inner, inner).map(([a, b]) => `${a}[${b}]`),
    fc
      .tuple(
        pick(
          'sets.contains sets.intersects math.greatest math.abs lists.range cel.bind base64.encode optional.none strings.quote format.named',
        ),
        fc.array(inner, { maxLength: 3 }),
      )
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    inner.map((a) => `Object{spec: Object.spec{x: ${a}}}`),
    inner.map((a) => `JSONPatch{op: "add", path: "/a", value: ${a}}`),
  );

const leaf = fc.oneof(strings, numbers, fields, pick('true false null [] {}'));
const expressions = fc.oneof(
  { weight: 3, arbitrary: grown(leaf) },
  { weight: 4, arbitrary: grown(grown(leaf)) },
  { weight: 2, arbitrary: grown(grown(grown(leaf))) },
);

export const celKind: FuzzKind<string> = {
  inputs: fc.oneof(
    { weight: 8, arbitrary: expressions },
    {
      weight: 2,
      arbitrary: expressions.chain((text) => damaged(text, '( ) [ ] { } . , ? : " \' ` \\ && in')),
    },
    { weight: 1, arbitrary: anyText },
  ),
  open() {
    const environment = environments(lateRegexp(() => regexpLibrary))({
      ...{ object: 'dyn', oldObject: 'dyn', params: 'dyn', request: 'dyn' },
    });
    return (expression) => {
      const program = compile(environment, expression, []);
      if (!program.ok) return { said: program.error };
      const variables = { object, oldObject: null, params: null, request: toCel({ user: 'a' }) };
      const result = program.value.evaluate(variables);
      const json = result.ok ? fromCel(result.value) : result;
      if (!json.ok) return { said: json.error };
      // Nothing divided by nothing is no number in CEL either, and is written so.
      const isNoNumber = json.value === 'NaN' && expression.includes('/');
      return { said: isNoNumber ? 'no number' : JSON.stringify(json.value) };
    };
  },
};
