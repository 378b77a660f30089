import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, deployments, maps } from '../manifests.test.fixture.ts';

const modified =
  'Operation cannot be fulfilled on configmaps "taken": the object has been modified; ' +
  'please apply your changes to the latest version and try again';

describe('a patch', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
  });

  it('of an object that does not exist is refused', () => {
    expect(statusOf(api.patch(`${deployments}/nope`, 'merge-patch+json', {}))).toEqual([
      404,
      'deployments.apps "nope" not found',
    ]);
  });

  it('with an old resource version is refused', () => {
    expect(
      statusOf(
        api.patch(`${maps}/taken`, 'merge-patch+json', { metadata: { resourceVersion: '1' } }),
      ),
    ).toEqual([409, modified]);
  });
});
