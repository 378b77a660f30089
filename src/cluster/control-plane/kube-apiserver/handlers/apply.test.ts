import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { maps } from '../manifests.test.fixture.ts';

const shared = (name: string, data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

describe('a server-side apply', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.patch(`${maps}/shared-x?fieldManager=team-a`, 'apply-patch+yaml', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'shared-x' },
      data: { a: '1', b: '1' },
    });
  });

  it('names the field that another manager has', () => {
    expect(
      statusOf(
        api.patch(
          `${maps}/shared-x?fieldManager=b`,
          'apply-patch+yaml',
          shared('shared-x', { a: '2' }),
        ),
      ),
    ).toEqual([409, 'Apply failed with 1 conflict: conflict with "team-a": .data.a']);
  });

  it('names each field that another manager has', () => {
    expect(
      statusOf(
        api.patch(
          `${maps}/shared-x?fieldManager=b`,
          'apply-patch+yaml',
          shared('shared-x', { a: '2', b: '2' }),
        ),
      ),
    ).toEqual([
      409,
      'Apply failed with 2 conflicts: conflicts with "team-a":\n- .data.a\n- .data.b',
    ]);
  });
});
