import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, maps } from '../manifests.test.fixture.ts';

describe('a deletion', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
  });

  it('with the UID of another object is refused', () => {
    expect(
      statusOf(api.call('DELETE', `${maps}/taken`, { body: { preconditions: { uid: 'other' } } })),
    ).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "taken": the UID in the precondition (other) ' +
        'does not match the UID in record (UID). The object might have been deleted and then recreated',
    ]);
  });
});
