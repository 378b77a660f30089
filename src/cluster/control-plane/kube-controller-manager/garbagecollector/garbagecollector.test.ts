import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { second } from '#base/sim-time';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { configMaps, deployments, pods, replicaSets } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { deployed } from '../deployment/deployment.fixture.ts';
import { makeAllReady, podsOf, removeTerminating } from '../workloads.fixture.ts';

const controller = 'garbage-collector-controller';

const configMap = (name: string, ...owners: readonly object[]) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(owners.length === 0 ? {} : { ownerReferences: owners }) },
});

const refTo = ({ metadata }: KubeObject, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: metadata.name,
  uid: metadata.uid,
  ...more,
});

const names = (test: TestControlPlane): readonly string[] =>
  test
    .list(configMaps)
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== 'kube-root-ca.crt');

function drop(test: TestControlPlane, name: string, propagationPolicy?: 'Foreground' | 'Orphan') {
  const options = defined({ propagationPolicy });
  test.do(() => test.client.delete(configMaps, { namespace: 'default', name }, options));
  test.run(2 * second);
}

/** The deletions that the collector sent: `name policy`. */
const deletions = (test: TestControlPlane): readonly string[] =>
  test
    .facts('DecisionMade', controller)
    .filter(({ decision }) => decision === 'garbage-collector.delete')
    .map(({ params }) => `${params['name']} ${params['policy']}`);

describe('deleting with a policy', () => {
  const prepared = (): TestControlPlane => deployed(2);
  const remove = (test: TestControlPlane, propagationPolicy: 'Foreground' | 'Orphan'): void => {
    const target = { namespace: 'default', name: 'nginx' };
    test.do(() => test.client.delete(deployments, target, { propagationPolicy }));
    test.run(second);
  };

  it('Foreground keeps the owner until its dependents are gone', () => {
    const test = prepared();
    makeAllReady(test);
    remove(test, 'Foreground');
    expect(test.get(deployments, 'nginx').metadata.finalizers).toEqual(['foregroundDeletion']);
    for (const { metadata } of podsOf(test)) {
      const target = { namespace: 'default', name: metadata.name };
      test.do(() => test.client.delete(pods, target, { gracePeriodSeconds: 0 }));
    }
    test.run(2 * second);
    expect([...test.list(deployments), ...test.list(replicaSets)]).toEqual([]);
  });

  it('Foreground deletes what has dependents itself in the foreground, and the rest plainly', () => {
    const test = prepared();
    const [set] = test.list(replicaSets);
    remove(test, 'Foreground');
    removeTerminating(test);
    const [first, ...others] = deletions(test);
    expect(first).toBe(`${set?.metadata.name} Foreground`);
    expect(others).toHaveLength(2);
    for (const line of others) expect(line).toMatch(/^nginx-\S+ Background$/);
  });

  it('Orphan leaves the dependents without an owner', () => {
    const test = prepared();
    remove(test, 'Orphan');
    const [set] = test.list<ReplicaSet>(replicaSets);
    expect(test.list(deployments)).toEqual([]);
    expect(set?.metadata.ownerReferences ?? []).toEqual([]);
    expect(test.list(pods)).toHaveLength(2);
  });
});

describe('an object whose owner is deleted', () => {
  it('goes after it, and what it owns itself after that', () => {
    const test = new TestControlPlane();
    const owner = test.create(configMaps, configMap('owner'));
    const child = test.create(configMaps, configMap('child', refTo(owner)));
    test.create(configMaps, configMap('grandchild', refTo(child)));
    test.run(second);
    drop(test, 'owner');
    expect(names(test)).toEqual([]);
    expect(deletions(test)).toEqual(['child Background', 'grandchild Background']);
  });

  it('stays while another owner is there, and forgets the one that is gone', () => {
    const test = new TestControlPlane();
    const [one, two] = ['one', 'two'].map((name) => test.create(configMaps, configMap(name)));
    if (one === undefined || two === undefined) throw new Error('no owners');
    test.create(configMaps, configMap('shared', refTo(one), refTo(two)));
    test.run(second);
    drop(test, 'one');
    expect(names(test)).toEqual(['shared', 'two']);
    const { ownerReferences = [] } = test.get(configMaps, 'shared').metadata;
    expect(ownerReferences.map(({ name }) => name)).toEqual(['two']);
  });

  it('goes when it names an owner that never was, or one of another UID', () => {
    const test = new TestControlPlane();
    const owner = test.create(configMaps, configMap('owner'));
    const nobody = { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: 'u-1' };
    test.create(configMaps, configMap('of-nobody', nobody));
    test.create(configMaps, configMap('of-former', refTo(owner, { uid: 'u-2' })));
    test.run(3 * second);
    expect(names(test)).toEqual(['owner']);
  });

  it('keeps the owner waiting in the foreground only if it says that it blocks', () => {
    const test = new TestControlPlane();
    const owner = test.create(configMaps, configMap('owner'));
    const held = (name: string, blockOwnerDeletion: boolean) => {
      const object = configMap(name, refTo(owner, { blockOwnerDeletion }));
      const metadata = { ...object.metadata, finalizers: ['example.com/wait'] };
      test.create(configMaps, { ...object, metadata });
    };
    held('blocks', true);
    held('does-not', false);
    test.run(second);
    drop(test, 'owner', 'Foreground');
    expect(names(test)).toEqual(['blocks', 'does-not', 'owner']);
    test.patch(configMaps, 'blocks', { metadata: { finalizers: null } });
    test.run(2 * second);
    expect(names(test)).toEqual(['does-not']);
  });
});

describe('the garbage collector', () => {
  it('asks the server before it deletes, and names the object it saw', () => {
    const test = new TestControlPlane();
    const owner = test.create(configMaps, configMap('owner'));
    const child = test.create(configMaps, configMap('child', refTo(owner)));
    test.run(second);
    drop(test, 'owner');
    const path = '/api/v1/namespaces/default/configmaps/child';
    const sent = test.facts('RequestSent', controller).filter(({ url }) => url === path);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
    const [decided] = test.facts('DecisionMade', controller);
    expect(decided).toMatchObject({ key: 'default/child', params: { kind: 'ConfigMap' } });
    expect(child.metadata.uid).not.toBe(owner.metadata.uid);
  });

  it('does nothing for an object that has lost no owner', () => {
    const test = new TestControlPlane();
    const owner = test.create(configMaps, configMap('owner'));
    const writes = test.writesDuring(controller, () => {
      test.create(configMaps, configMap('child', refTo(owner)));
      test.create(configMaps, configMap('alone'));
      drop(test, 'alone');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
    expect(names(test)).toEqual(['child', 'owner']);
  });

  it('lets a circle of owners that wait for each other go', () => {
    const test = new TestControlPlane();
    const a = test.create(configMaps, configMap('a'));
    const b = test.create(configMaps, configMap('b', refTo(a, { blockOwnerDeletion: true })));
    const ownerReferences = [refTo(b, { blockOwnerDeletion: true })];
    test.patch(configMaps, 'a', { metadata: { ownerReferences } });
    test.run(second);
    drop(test, 'a', 'Foreground');
    test.run(5 * second);
    expect(names(test)).toEqual([]);
  });
});
