import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { namespaces, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';

const controller = 'serviceaccount-controller';

const addNamespace = (test: TestControlPlane, name: string): void => {
  test.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, '');
};

const accounts = (test: TestControlPlane, namespace: string): readonly string[] =>
  test.list(serviceAccounts, namespace).map(({ metadata }) => metadata.name);

const drop = (test: TestControlPlane, namespace: string, name: string): void => {
  test.do(() => test.client.delete(serviceAccounts, { namespace, name }));
  test.run(second);
};

describe('the service account "default"', () => {
  const test = new TestControlPlane();

  it('is in every namespace that the cluster starts with', () => {
    for (const namespace of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
      expect(accounts(test, namespace)).toContain('default');
    }
  });

  it('is made in a new namespace', () => {
    addNamespace(test, 'team');
    test.run(second);
    expect(accounts(test, 'team')).toEqual(['default']);
  });

  it('is made anew when somebody deletes it, as another object', () => {
    const before = test.get(serviceAccounts, 'default', 'team').metadata.uid;
    drop(test, 'team', 'default');
    expect(accounts(test, 'team')).toEqual(['default']);
    expect(test.get(serviceAccounts, 'default', 'team').metadata.uid).not.toBe(before);
  });

  it('is the only one that comes back', () => {
    const metadata = { name: 'robot' };
    test.create(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, 'team');
    drop(test, 'team', 'robot');
    expect(accounts(test, 'team')).toEqual(['default']);
  });

  it('is left alone while nothing is missing', () => {
    const writes = test.writesDuring(controller, () => {
      test.patch(namespaces, 'team', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('is tried again until it may be made', () => {
    const why = forbid(test, serviceAccounts, ['CREATE']);
    addNamespace(test, 'late');
    test.run(second);
    expect(accounts(test, 'late')).toEqual([]);
    const failed = test.facts('SyncFinished', controller).filter(({ key }) => key === 'late');
    expect(failed[0]?.error).toBe(`serviceaccounts "default" is forbidden: ${why}`);
    expect(failed.length).toBeGreaterThan(3);
    allow(test, serviceAccounts);
    test.run(3 * second);
    expect(accounts(test, 'late')).toEqual(['default']);
  });

  it('is not made in a namespace that goes', () => {
    test.patch(namespaces, 'team', { metadata: { finalizers: ['example.com/wait'] } }, '', '');
    test.do(() => test.client.delete(namespaces, { name: 'team' }));
    test.run(8 * second);
    expect(accounts(test, 'team')).toEqual([]);
  });
});
