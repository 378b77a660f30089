import { describe, expect, it } from 'vitest';
import { minute, ms, second } from '#base/sim-time';
import type { Pod, ResourceQuota } from '#k8s.io/api/core/v1';
import { configMaps, pods, resourceQuotas, services } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { end, remove } from '../workloads.fixture.ts';

const controller = 'resourcequota-controller';

function limit(test: TestControlPlane, hard: Readonly<Record<string, string>>, more = {}): void {
  const metadata = { name: 'team' };
  const spec = { hard, ...more };
  test.create(resourceQuotas, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec });
  test.run(second);
}

function put(test: TestControlPlane, name: string, spec: object = {}): Pod {
  const resources = { requests: { cpu: '100m', memory: '64Mi' } };
  return test.create<Pod>(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: 'node-9', containers: [{ name: 'a', image: 'nginx', resources }], ...spec },
  });
}

const statusOf = (test: TestControlPlane) => test.get<ResourceQuota>(resourceQuotas, 'team').status;

describe('a ResourceQuota', () => {
  it('is filled with what its namespace uses already, at once', () => {
    const test = new TestControlPlane();
    put(test, 'one');
    put(test, 'two');
    const metadata = { name: 'team' };
    const hard = { pods: '5', 'requests.cpu': '1', 'count/configmaps': '9' };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } };
    test.create(resourceQuotas, quota);
    test.run(ms(100));
    expect(statusOf(test)).toEqual({
      hard,
      // The ConfigMap is the one with the cluster's certificate.
      used: { pods: '2', 'requests.cpu': '200m', 'count/configmaps': '1' },
    });
  });

  it('gets back what a pod used when it has ended, or is gone', () => {
    const test = new TestControlPlane();
    limit(test, { pods: '5' });
    const [one, two] = [put(test, 'one'), put(test, 'two')];
    expect(statusOf(test)?.used).toEqual({ pods: '2' });
    end(test, one, 0);
    test.run(second);
    expect(statusOf(test)?.used).toEqual({ pods: '1' });
    remove(test, two);
    test.run(second);
    expect(statusOf(test)?.used).toEqual({ pods: '0' });
  });

  it('gets back at once what any object used that is gone', () => {
    const test = new TestControlPlane();
    limit(test, { services: '5', configmaps: '9' });
    const spec = { ports: [{ port: 80 }] };
    test.create(services, { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec });
    test.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } });
    const before = statusOf(test)?.used ?? {};
    const less = (name: string): string => String(Number(before[name]) - 1);
    test.do(() => test.client.delete(configMaps, { namespace: 'default', name: 'c' }));
    test.run(second);
    expect(statusOf(test)?.used).toEqual({ ...before, configmaps: less('configmaps') });
    test.do(() => test.client.delete(services, { namespace: 'default', name: 's' }));
    test.run(second);
    expect(statusOf(test)?.used?.['services']).toBe(less('services'));
  });

  it('is counted anew within five minutes when somebody wrote otherwise', () => {
    const test = new TestControlPlane();
    limit(test, { pods: '5' });
    put(test, 'one', { nodeName: undefined });
    test.patch(resourceQuotas, 'team', { status: { used: { pods: '4' } } }, 'status');
    expect(statusOf(test)?.used).toEqual({ pods: '4' });
    test.run(5 * minute);
    expect(statusOf(test)?.used).toEqual({ pods: '1' });
  });

  it('counts a Service of another type anew', () => {
    const test = new TestControlPlane();
    limit(test, { 'services.nodeports': '5' });
    const spec = { type: 'NodePort', ports: [{ port: 80 }] };
    test.create(services, { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec });
    expect(statusOf(test)?.used).toEqual({ 'services.nodeports': '1' });
    test.patch(services, 's', { spec: { type: 'ClusterIP' } });
    test.run(second);
    expect(statusOf(test)?.used).toEqual({ 'services.nodeports': '0' });
  });

  it('is not counted by a manager that has not seen all objects yet', () => {
    for (const seed of [1, 2, 3, 4]) {
      const test = new TestControlPlane(seed);
      limit(test, { pods: '3', 'count/deployments.apps': '1' });
      for (const name of ['one', 'two', 'three']) put(test, name);
      const { used } = statusOf(test) ?? {};
      expect(used).toEqual({ pods: '3', 'count/deployments.apps': '0' });
      const restart = (): void => {
        test.restartManager();
        test.run(30 * second);
      };
      expect(test.writesDuring(controller, restart)).toEqual([]);
      expect(statusOf(test)?.used).toEqual(used);
    }
  });

  it('counts again when what it limits changes, and forgets what it limits no more', () => {
    const test = new TestControlPlane();
    put(test, 'one');
    limit(test, { pods: '5' });
    const hard = { pods: null, 'requests.memory': '1Gi' };
    test.patch(resourceQuotas, 'team', { spec: { hard } });
    test.run(second);
    expect(statusOf(test)).toEqual({
      hard: { 'requests.memory': '1Gi' },
      used: { 'requests.memory': '64Mi' },
    });
  });

  it('counts only pods that its scope fits', () => {
    const test = new TestControlPlane();
    put(test, 'asks');
    put(test, 'asks-nothing', { containers: [{ name: 'a', image: 'nginx' }] });
    put(test, 'ends', { activeDeadlineSeconds: 60 });
    limit(test, { pods: '5' }, { scopes: ['BestEffort'] });
    expect(statusOf(test)?.used).toEqual({ pods: '1' });
  });

  it('is written no more while nothing is given back', () => {
    const test = new TestControlPlane();
    limit(test, { pods: '5' });
    const writes = test.writesDuring(controller, () => test.run(6 * minute));
    expect(writes).toEqual([]);
  });
});
