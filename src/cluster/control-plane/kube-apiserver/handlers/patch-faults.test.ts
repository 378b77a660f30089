import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, maps } from '../manifests.test.fixture.ts';

describe('a patch that is refused', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
  });

  it('has a value of another type', () => {
    expect(
      statusOf(api.patch(`${maps}/taken`, 'strategic-merge-patch+json', { data: { a: 1 } })),
    ).toEqual([
      422,
      ' "" is invalid: patch: Invalid value: "map[data:map[a:1]]": cannot convert int64 to string',
    ]);
  });

  it('has a field that the kind has not', () => {
    expect(
      statusOf(
        api.patch(`${maps}/taken?fieldValidation=Strict`, 'strategic-merge-patch+json', {
          dat: { b: '2' },
        }),
      ),
    ).toEqual([
      422,
      ' "" is invalid: patch: Invalid value: "map[dat:map[b:2]]": ' +
        'strict decoding error: unknown field "dat"',
    ]);
  });

  it('removes what is not there', () => {
    expect(
      statusOf(
        api.patch(`${maps}/taken`, 'json-patch+json', [{ op: 'remove', path: '/data/nothing' }]),
      ),
    ).toEqual([422, 'the server rejected our request due to an error in our request']);
  });

  it('takes away the version, and with it all that could be read', () => {
    const patch = [{ op: 'remove', path: '/apiVersion' }];
    expect(statusOf(api.patch(`${maps}/taken`, 'json-patch+json', patch))).toEqual([
      400,
      'the name of the object (taken based on URL) was undeterminable: name must be provided',
    ]);
  });

  it('has a directive that is no text', () => {
    const patch = { metadata: { $patch: { a: 1 } } };
    expect(statusOf(api.patch(`${maps}/taken`, 'strategic-merge-patch+json', patch))).toEqual([
      500,
      'unknown patch type: map[a:1] in map: map[$patch:map[a:1]]',
    ]);
  });
});

describe('a patch without the kind', () => {
  it('is taken: the address says which it is', () => {
    const api = new ApiFixture();
    api.create(maps, configMap('taken'));
    const patch = [{ op: 'remove', path: '/kind' }];
    expect(statusOf(api.patch(`${maps}/taken`, 'json-patch+json', patch))[0]).toBe(200);
  });
});
