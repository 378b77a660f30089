import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, group } from '../../manifests.test.fixture.ts';

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
});

describe('a HorizontalPodAutoscaler that is refused', () => {
  it('with no replicas as its least is told of its metrics one by one, and then of all of them', () => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' };
    const spec = {
      scaleTargetRef,
      minReplicas: 0,
      maxReplicas: 2,
      metrics: [{ type: 'Resource' }],
    };
    expect(faultsOf(api, group('autoscaling/v2', 'HorizontalPodAutoscaler', { spec }))).toEqual([
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
      'spec.metrics[0].resource: Required value: must populate information for the given metric source',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support ' +
        'scaling to zero replicas',
    ]);
  });
});
