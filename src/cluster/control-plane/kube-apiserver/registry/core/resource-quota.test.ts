import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, quota } from '../../manifests.test.fixture.ts';

describe('a new ResourceQuota', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('limits standard resources, to no negative amount', () => {
    expect(faultsOf(api, quota({ hard: { foo: '1', pods: '-1' } }))).toEqual([
      'spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
      'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota',
      'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  it('has no scopes that contradict each other', () => {
    expect(
      faultsOf(api, quota({ hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] })),
    ).toEqual(['spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes']);
  });
});
