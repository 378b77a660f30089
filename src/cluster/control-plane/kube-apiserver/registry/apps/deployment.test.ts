import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import {
  apps,
  changeFaultsOf,
  deployment,
  faultsOf,
  rolling,
  template,
} from '../../manifests.test.fixture.ts';

describe('a new Deployment', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('needs a selector', () => {
    expect(faultsOf(api, apps('Deployment', { template }))).toEqual([
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ]);
  });

  it('may not select everything', () => {
    expect(faultsOf(api, deployment({ selector: {} }))).toEqual([
      'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
    ]);
  });

  it('selects the labels of its own template', () => {
    expect(faultsOf(api, deployment({ selector: { matchLabels: { app: 'b' } } }))).toEqual([
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ]);
  });

  it('has no negative number of replicas', () => {
    expect(faultsOf(api, deployment({ replicas: -1 }))).toEqual([
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('may not forbid both surge and unavailability', () => {
    expect(faultsOf(api, deployment(rolling({ maxSurge: 0, maxUnavailable: 0 })))).toEqual([
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
    ]);
  });

  it('may not let more than all pods be unavailable', () => {
    expect(faultsOf(api, deployment(rolling({ maxUnavailable: '101%' })))).toEqual([
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
    ]);
  });

  it('has no parameters of a rolling update when it recreates', () => {
    expect(
      faultsOf(api, deployment({ strategy: { type: 'Recreate', rollingUpdate: {} } })),
    ).toEqual([
      "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
    ]);
  });

  it('has a progress deadline after its pods count as available', () => {
    expect(faultsOf(api, deployment({ progressDeadlineSeconds: 5, minReadySeconds: 5 }))).toEqual([
      'spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds',
    ]);
  });

  it('keeps its selector', () => {
    expect(
      changeFaultsOf(api, deployment({}), {
        spec: {
          selector: { matchLabels: { app: 'a', b: 'c' } },
          template: { metadata: { labels: { b: 'c' } } },
        },
      }),
    ).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"a","b":"c"}}: field is immutable',
    ]);
  });
});
