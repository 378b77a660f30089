import { describe, expect, it } from 'vitest';
import { duplicatesInJson, duplicatesInYaml } from './duplicate-fields.ts';

describe('fields that a body names twice', () => {
  it('are found in JSON, with their paths', () => {
    const text =
      '{"spec": {"replicas": 2, "replicas": 3, "list": [{"a": 1}, {"a": "x\\"y", "a": null}]},' +
      ' "kind": "A", "other": {"spec": {}}}';
    expect(duplicatesInJson(text)).toEqual([
      'duplicate field "spec.replicas"',
      'duplicate field "spec.list[1].a"',
    ]);
    expect(duplicatesInJson('{"a": [], "b": {}, "c": [1, 2]}')).toEqual([]);
    expect(duplicatesInJson('[{"a": true}, "a"]')).toEqual([]);
  });

  it('are found in YAML, with their lines', () => {
    const text = '\nspec:\n  foo: foo1\n  foo: foo2\nother:\n  foo: 1\n';
    expect(duplicatesInYaml(text)).toEqual(['line 4: key "foo" already set in map']);
    expect(duplicatesInYaml('a: 1\nb: 2\n')).toEqual([]);
  });
});
