import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ReplicationController } from '#k8s.io/api/core/v1';
import { pods, replicationControllers, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { eventsOf, makeAllReady, podsOf, template } from '../workloads.fixture.ts';

const account = 'replication-controller';

const accounts = (test: TestControlPlane): readonly string[] =>
  test.list(serviceAccounts, 'kube-system').map(({ metadata }) => metadata.name);

function start(): TestControlPlane {
  const test = new TestControlPlane();
  const spec = { replicas: 2, selector: { app: 'x' }, template: template() };
  const metadata = { name: 'web' };
  test.create(replicationControllers, {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata,
    spec,
  });
  test.run(second);
  return test;
}

describe('a ReplicationController', () => {
  it('makes as many pods as it asks for and counts them, but not those that leave', () => {
    const test = start();
    makeAllReady(test);
    test.run(second);
    const owners = podsOf(test).map(({ metadata }) => metadata.ownerReferences?.[0]?.kind);
    expect(owners).toEqual(['ReplicationController', 'ReplicationController']);
    expect(test.get<ReplicationController>(replicationControllers, 'web').status).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    });
    test.patch(replicationControllers, 'web', { spec: { replicas: 1 } });
    test.run(second);
    const { status } = test.get<ReplicationController>(replicationControllers, 'web');
    expect(status).toMatchObject({ replicas: 1, observedGeneration: 2 });
    expect(status).not.toHaveProperty('terminatingReplicas');
    expect(eventsOf(test, 'ReplicationController').at(-1)).toMatch(/^SuccessfulDelete: Deleted/);
  });

  it('lets go of a pod whose labels it no longer picks, and makes another', () => {
    const test = start();
    const name = podsOf(test)[0]?.metadata.name ?? '';
    test.patch(pods, name, { metadata: { labels: { app: 'free' } } });
    test.run(second);
    const free = podsOf(test).find(({ metadata }) => metadata.name === name);
    expect(free?.metadata.ownerReferences).toBeUndefined();
    expect(podsOf(test)).toHaveLength(3);
  });

  it('has a controller, with its account, only once there is one of its kind', () => {
    expect(accounts(new TestControlPlane())).not.toContain(account);
    expect(accounts(start())).toContain(account);
  });
});
