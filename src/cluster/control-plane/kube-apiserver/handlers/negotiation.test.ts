import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { maps } from '../manifests.test.fixture.ts';

describe('a client', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('that accepts no media type of the server is refused', () => {
    expect(statusOf(api.call('GET', maps, { headers: { accept: 'text/xml' } }))).toEqual([
      406,
      'only the following media types are accepted: ' +
        'application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ]);
  });
});
