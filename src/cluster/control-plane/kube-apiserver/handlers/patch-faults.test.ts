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
});
