import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { maps } from '../manifests.test.fixture.ts';

describe('the options of a list', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('match a resource version only with one', () => {
    expect(statusOf(api.call('GET', `${maps}?resourceVersionMatch=Exact`))).toEqual([
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
        'resourceVersionMatch is forbidden unless resourceVersion is provided',
    ]);
  });

  it('match zero only as a lower bound', () => {
    expect(
      statusOf(api.call('GET', `${maps}?resourceVersionMatch=Exact&resourceVersion=0`)),
    ).toEqual([
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
        'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ]);
  });

  it('send initial events only from a lower bound', () => {
    expect(statusOf(api.call('GET', `${maps}?watch=true&sendInitialEvents=true`))).toEqual([
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    ]);
  });
});
