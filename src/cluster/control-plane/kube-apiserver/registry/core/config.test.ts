import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../../api.test.fixture.ts';
import { changeFaultsOf, configMap, core, faultsOf, maps } from '../../manifests.test.fixture.ts';

describe('a ConfigMap', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('holds at most one MiB', () => {
    expect(faultsOf(api, core('ConfigMap', { data: { a: 'x'.repeat(1048577) } }))).toEqual([
      ': Too long: may not be more than 1048576 bytes',
    ]);
  });

  it('that is immutable keeps its data', () => {
    expect(
      changeFaultsOf(api, core('ConfigMap', { immutable: true, data: { a: '1' } }), {
        data: { a: '2' },
      }),
    ).toEqual(['data: Forbidden: field is immutable when `immutable` is set']);
  });

  it('has keys of allowed characters', () => {
    expect(statusOf(api.create(maps, { ...configMap('c'), data: { 'a b': '1' } }))).toEqual([
      422,
      'ConfigMap "c" is invalid: data[a b]: Invalid value: "a b": a valid config key must consist of ' +
        "alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
        "regex used for validation is '[-._a-zA-Z0-9]+')",
    ]);
  });
});
