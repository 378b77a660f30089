import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, group } from '../../manifests.test.fixture.ts';

describe('a RuntimeClass', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('keeps its handler', () => {
    expect(
      changeFaultsOf(api, group('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }), {
        handler: 'other',
      }),
    ).toEqual(['handler: Invalid value: "other": field is immutable']);
  });
});
