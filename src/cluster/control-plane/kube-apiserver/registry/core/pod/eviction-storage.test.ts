import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../../../api.test.fixture.ts';
import { binding, podNamed, pods } from '../../../manifests.test.fixture.ts';

describe('an eviction', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(pods, podNamed('bound'));
    api.create(`${pods}/bound/binding`, binding('bound', 'node-1'));
    api.create(pods, podNamed('guarded'));
    api.create(`${pods}/guarded/binding`, binding('guarded', 'node-1'));
    for (const name of ['guarded', 'bound']) {
      api.patch(`${pods}/${name}/status`, 'merge-patch+json', {
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      });
    }
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
    const budget = (name: string, app: string) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable: 1, selector: { matchLabels: { app } } },
    });
    api.create(budgets, budget('guard', 'guarded'));
    for (const name of ['one', 'other']) api.create(budgets, budget(name, 'bound'));
  });

  it('that its disruption budget does not allow is refused', () => {
    expect(
      statusOf(
        api.create(`${pods}/guarded/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'guarded' },
        }),
      ),
    ).toEqual([429, "Cannot evict pod as it would violate the pod's disruption budget."]);
  });

  it('of a pod with several disruption budgets is refused', () => {
    expect(
      statusOf(
        api.create(`${pods}/bound/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'bound' },
        }),
      ),
    ).toEqual([
      500,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    ]);
  });
});
