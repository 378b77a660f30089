import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, maps } from '../manifests.test.fixture.ts';

describe('a body', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('over the limit is refused', () => {
    expect(
      statusOf(api.create(maps, { ...configMap('c'), data: { a: 'x'.repeat(3145729) } })),
    ).toEqual([413, 'Request entity too large: limit is 3145728']);
  });
});
