import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readYaml } from './yaml-document.ts';

const texts = [
  'a: 1\nb:\n- x\n- y: 2\n  z: [1, {q: w}, "e\\n"]\n',
  'a:\n  - - 1\n    - 2\n  -\n    k: v\n  - # none\n',
  "q: 'it''s'\nr: \"a\\tb \\u00e9\"\ns: plain # comment\nt: a#b\nu: http://x:80/y\n",
  'a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n  three\n    four\n  five\nc: |+\n  x\n\n',
  'a: one\n  two\n\n  three\nb: "x\n  y"\n',
  'base: &b {x: 1, y: 2}\nother:\n  <<: *b\n  y: 3\nlist: [*b]\n',
  'x: 0777\ny: 0x1F\nz: 1_000\nw: 1e3\nv: .5\nu: -3\nt: ~\ns: Yes\nr: "no"\np: off\n',
  'spec: {selector: {matchLabels: {app: x}}, list: [], empty: {}, "k":1,\n  more: [a,\n b]}\n',
  '# head\n\nmetadata:\n    name: x\n    labels:\n        a.b/c: "1"\nkind: Pod\n',
  '- a\n- b: 1\n  c:\n  - d\n',
  'cmd: [sh, -c, "echo \\"a\\"; x"]\nurl: "a: b"\ntime: 10:30x\nkey with space: v\n',
  'a: |-\n  #!/bin/sh\n  echo: 1\nb:\n  c: >\n    x\n    y\n',
];

describe('a YAML manifest', () => {
  it.each(texts)('is read as the yaml library reads YAML 1.1: %j', (text) => {
    const wanted = parse(text, { version: '1.1', merge: true });
    expect(readYaml(text)).toEqual({ ok: true, value: wanted });
  });

  it('is refused with the line of the first mistake', () => {
    expect(readYaml('a: 1\nb: c: d\n')).toEqual({
      ok: false,
      error: 'yaml: line 2: mapping values are not allowed in this context',
    });
    expect(readYaml('a: [1, 2\nb: 3\n').ok).toBe(false);
    expect(readYaml('a:\n\t- b\n').ok).toBe(false);
    expect(readYaml('x: - 1').ok).toBe(false);
  });

  it.each([
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['apiVersion: v1\nkind\nmetadata:\n  x: 1\n', "yaml: line 3: could not find expected ':'"],
    ['a:\n   b: 1\n  c: 2\n', 'yaml: line 2: did not find expected key'],
    ['a:\n  - 1\n  b: 2\n', "yaml: line 2: did not find expected '-' indicator"],
    ['a: "x\nb: 1\n', 'yaml: line 3: found unexpected end of stream'],
    ['a: 1\nb:\n\tc: 1\n', 'yaml: line 3: found character that cannot start any token'],
    ['a: *x\n', "yaml: unknown anchor 'x' referenced"],
    ['a: {b: 1\nc: 2\n', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: [b', "yaml: line 1: did not find expected ',' or ']'"],
    ['a: [b,', 'yaml: line 1: did not find expected node content'],
    ['[{]', 'yaml: did not find expected node content'],
    ['a: [b: c: d]', "yaml: did not find expected ',' or ']'"],
    ['a:\n  b: ["echo "hi""]\n', "yaml: line 1: did not find expected ',' or ']'"],
    ['a:\n- b: c\n d: e\n', 'yaml: line 2: did not find expected key'],
    ['a:\n- b: c\n - d: e\n', 'yaml: line 2: did not find expected key'],
    ['a:\n  - b: c\n   d: e\n', "yaml: line 2: did not find expected '-' indicator"],
    ['a:\n    - b: c\n   - d: e\n', 'yaml: line 2: did not find expected key'],
    ['a:\n  - "b" c\n', "yaml: line 1: did not find expected '-' indicator"],
    ['a: b\n: c\n', 'yaml: line 1: did not find expected key'],
    ['~: c', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "c"'],
    ['%x\n', 'yaml: found unknown directive name'],
    ['{{ x }}', 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'],
    ['\u0001', 'yaml: control characters are not allowed'],
  ])('is refused in the words of go-yaml: %j', (text, error) => {
    expect(readYaml(text)).toEqual({ ok: false, error });
  });

  it('ends where a line stands further left than the first', () => {
    expect(readYaml(' a: 1\nb: 2\n')).toEqual({ ok: true, value: { a: 1 } });
  });

  it('takes y for true, as YAML 1.1 does', () => {
    expect(readYaml('{app: y, y: no}')).toEqual({ ok: true, value: { app: true, true: false } });
  });
});
