import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { environments } from './environment.ts';
import { AuthorizerValue } from './library/authz.ts';
import { compile } from './program.ts';
import { fromCel, toCel } from './values.ts';

const environmentWith = environments(lateRegexp(() => regexpLibrary));
const environment = environmentWith({ object: 'dyn', params: 'dyn' });
const object = toCel({
  metadata: { name: 'web', namespace: 'default', labels: { 'a/b': 'c' } },
  spec: { replicas: 5, cpu: '1500m', ports: [80, 443], image: 'nginx:1.27' },
});

const value = (expression: string): unknown => {
  const program = compile(environment, expression, []);
  if (!program.ok) throw new Error(program.error);
  const result = program.value.evaluate({ object, params: null });
  const json = result.ok ? fromCel(result.value) : result;
  return json.ok ? json.value : `ERROR ${json.error}`;
};
const problem = (expression: string, returns: readonly string[] = ['bool']): string => {
  const program = compile(environment, expression, returns);
  return program.ok ? '' : program.error;
};

describe('an expression', () => {
  it('reads objects, namespaces and labels', () => {
    expect(value('object.spec.replicas <= 3')).toBe(false);
    expect(value('object.metadata.namespace == "default" && params == null')).toBe(true);
    expect(value('object.metadata.labels["a/b"]')).toBe('c');
    expect(value('has(object.spec.paused)')).toBe(false);
    expect(value('object.spec.?paused.orValue(true)')).toBe(true);
    expect(value('has([object][0].spec.cpu) && !has([object][0].spec.paused)')).toBe(true);
    expect(value('[object].exists(o, has([o][0].metadata.labels))')).toBe(true);
    expect(value('has([object][1].spec)')).toMatch(/^ERROR .*index out of bounds: 1/);
    expect(value('object.spec.ports.all(p, p > 79) && 443 in object.spec.ports')).toBe(true);
  });

  it('selects a field of something: has() takes nothing else', () => {
    expect(problem('has(object)')).toBe(
      'compilation failed: ERROR: <input>:1:5: invalid argument to has() macro\n' +
        ' | has(object)\n | ....^',
    );
    expect(problem('has([object][0])')).toContain('1:13: invalid argument to has() macro');
  });

  it('fails with its first error when both sides of an operator fail', () => {
    expect(value('object.b > 0 || object.c > 0 || object.d > 0')).toBe('ERROR no such key: b');
    expect(value('object.b > 0 && object.c > 0')).toBe('ERROR no such key: b');
    expect(value('object.b || object.spec.replicas == 5')).toBe(true);
    expect(value('object.spec.replicas == 2 || object.c > 0')).toBe('ERROR no such key: c');
  });

  it('has the functions that Kubernetes adds', () => {
    expect(value('quantity(object.spec.cpu).isGreaterThan(quantity("1"))')).toBe(true);
    expect(value('quantity("1Gi").compareTo(quantity("1Gi")) == 0')).toBe(true);
    expect(value('cidr("10.0.0.0/8").containsIP("10.1.2.3")')).toBe(true);
    expect(value('ip("fe80::1").isLinkLocalUnicast() && ip("::1").family() == 6')).toBe(true);
    expect(value('url("https://a.example:8443/x?q=1").getHostname()')).toBe('a.example');
    expect(value('object.spec.image.find("[0-9.]+$")')).toBe('1.27');
    expect(value('"%s has %d".format([object.metadata.name, object.spec.replicas])')).toBe(
      'web has 5',
    );
    expect(value('[3, 1, 2].max() + object.spec.ports.sum()')).toBe(526);
    expect(value('sets.contains([1, 2, 3], [2])')).toBe(true);
    expect(value('format.dns1123Label().validate("Web").hasValue()')).toBe(true);
    expect(value('"a-b".replace("-", "_") + "abc".charAt(1)')).toBe('a_bb');
  });

  it('becomes JSON, or says what has none', () => {
    expect(value('[b"ab", 9223372036854775807, 3u, duration("90s")]')).toEqual([
      'YWI=',
      '9223372036854775807',
      3,
      '90s',
    ]);
    expect(value('timestamp("2026-01-01T00:00:00Z")')).toBe('2026-01-01T00:00:00Z');
    expect(value('[optional.of(1)]')).toContain('type conversion error');
    expect(value('[quantity("1")]')).toContain('type conversion error');
  });

  it('takes only scalars as keys of a map', () => {
    expect(value('{1: 2, true: 3, "a": 4, 5u: 6}.size()')).toBe(4);
    expect(value('{{}: 1}')).toBe('ERROR unsupported key type');
    expect(value('{optional.of(1): 1}')).toBe('ERROR unsupported key type');
    expect(value('{"a": {[1]: 1}}.size()')).toBe('ERROR unsupported key type');
    expect(value('{}[{}]')).toBe('ERROR unsupported key type');
  });

  it('says dyn where nobody knows a type', () => {
    expect(problem('"" / [][0]')).toContain("'_/_' applied to '(string, dyn)'");
  });

  it('builds the objects of mutations', () => {
    const made = value('Object{spec: Object.spec{replicas: 3, x__dash__y: {"a": "b{}"}}}');
    expect(made).toEqual({ spec: { replicas: 3, 'x-y': { a: 'b{}' } } });
    expect(value('[JSONPatch{op: "add", path: "/metadata/labels/x", value: "y"}]')).toEqual([
      { op: 'add', path: '/metadata/labels/x', value: 'y' },
    ]);
    expect(value('"/metadata/" + jsonpatch.escapeKey("a/b")')).toBe('/metadata/a~1b');
  });

  it('fails in the words of cel-go', () => {
    expect(value('object.spec.paused == true')).toBe('ERROR no such key: paused');
    expect(value('object.spec.replicas < "3"')).toBe('ERROR no such overload');
    expect(value('object.spec.replicas / 0 == 1')).toBe('ERROR division by zero');
  });

  it('asks the authorizer', () => {
    const asked: unknown[] = [];
    const authorizer = new AuthorizerValue(
      (question) => {
        asked.push(question);
        return { allowed: question.verb === 'create', reason: '' };
      },
      {
        user: 'requester',
        verb: '',
        path: '',
        group: 'apps',
        resource: 'deployments',
        subresource: '',
        namespace: 'default',
        name: 'web',
      },
    );
    const env = environmentWith({ authorizer: 'kubernetes.authorization.Authorizer' });
    const check = 'authorizer.group("").resource("pods").namespace("x").check("create").allowed()';
    const program = compile(
      env,
      `${check} && authorizer.requestResource.check("create").allowed()`,
      ['bool'],
    );
    expect(program.ok && program.value.evaluate({ authorizer })).toEqual({ ok: true, value: true });
    expect(asked).toHaveLength(2);
  });
});

describe('a mistake in an expression', () => {
  it('is pointed at', () => {
    expect(problem('objct.spec.replicas <= 3')).toBe(
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'objct' (in container '')\n" +
        ' | objct.spec.replicas <= 3\n | ^',
    );
    expect(problem('1 + "a" == 2')).toBe(
      "compilation failed: ERROR: <input>:1:3: found no matching overload for '_+_' applied to " +
        '\'(int, string)\'\n | 1 + "a" == 2\n | ..^',
    );
    expect(problem('object.spec.replicas <=')).toContain(
      "ERROR: <input>:1:24: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.',",
    );
    expect(problem('nope(1)')).toContain(
      "ERROR: <input>:1:5: undeclared reference to 'nope' (in container '')",
    );
    expect(problem('(1 + 2')).toContain("Syntax error: missing ')' at '<EOF>'");
    expect(problem('object.spec b')).toContain("extraneous input 'b' expecting <EOF>");
  });

  it('is also a type that is not wanted', () => {
    expect(problem('"a"')).toBe('must evaluate to bool but got string');
    expect(problem('object.spec.replicas')).toBe('');
  });
});

describe('an expression that somebody wrote to hang the server', () => {
  it('ends when it has cost its limit: eight loops in each other', () => {
    const list = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
    const nested = 'abcdefgh'
      .split('')
      .reduce((body, name) => `${list}.all(${name}, ${body})`, 'true');
    expect(value(nested)).toBe('ERROR operation cancelled: actual cost limit exceeded');
    expect(value(`${list}.all(a, ${list}.exists(b, a == b))`)).toBe(true);
  });

  it('matches with Go regular expressions, in time that is in proportion to the text', () => {
    expect(value(`"${'a'.repeat(40)}!".matches("^(a+)+$")`)).toBe(false);
    expect(value('"a.matches(b)".matches(r"^a\\.matches\\(b\\)$")')).toBe(true);
    expect(value('"a".matches("(")')).toBe('ERROR error parsing regexp: missing closing ): `(`');
  });
});
