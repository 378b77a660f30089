import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import {
  deployments,
  jobs,
  pods,
  type Resource,
  replicationControllers,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { conditionsOf, eventsOf, makeAllReady, template } from '../workloads.fixture.ts';

const budgets: Resource = {
  group: 'policy',
  version: 'v1',
  resource: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'x' } },
  spec: { containers: [{ name: 'a', image: 'nginx' }] },
});

function budget(test: TestControlPlane, name: string, spec: object): void {
  const object = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name } };
  const selector = { matchLabels: { app: 'x' } };
  test.create(budgets, { ...object, spec: { selector, ...spec } });
}

const statusOf = (test: TestControlPlane, name: string) =>
  test.get<PodDisruptionBudget>(budgets, name).status;

describe('a PodDisruptionBudget', () => {
  it('says that pods without a controller cannot be counted, unless a number is to stay', () => {
    const test = new TestControlPlane();
    test.create(pods, pod('bare'));
    makeAllReady(test);
    budget(test, 'share', { maxUnavailable: 1 });
    budget(test, 'number', { minAvailable: 0 });
    test.run(second);
    const events = eventsOf(test, 'PodDisruptionBudget').filter((one) => one.includes('Unmanaged'));
    expect(events).toEqual([
      [
        'UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: &LabelSelector{',
        'MatchLabels:map[string]string{app: x,},MatchExpressions:[]LabelSelectorRequirement{},})',
        ' were found to be unmanaged. As a result, the status of the PDB cannot be calculated ',
        'correctly, which may result in undefined behavior. To account for these pods please set ',
        '".spec.minAvailable" field of the PDB to an integer value.',
      ].join(''),
    ]);
    expect(statusOf(test, 'share')).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
    expect(statusOf(test, 'number')).toMatchObject({ expectedPods: 1, disruptionsAllowed: 1 });
  });

  it('allows nothing for pods of a kind that has no scale, and says why', () => {
    const test = new TestControlPlane();
    const spec = { template: template('nginx', { restartPolicy: 'Never' }) };
    test.create(jobs, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'work' }, spec });
    test.run(2 * second);
    makeAllReady(test);
    budget(test, 'share', { minAvailable: '50%' });
    test.run(second);
    const why = 'jobs.batch does not implement the scale subresource';
    expect(eventsOf(test, 'PodDisruptionBudget')).toEqual([
      `CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods: ${why}`,
    ]);
    expect(statusOf(test, 'share')?.conditions).toMatchObject([
      { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: why },
    ]);
  });

  it('counts what a ReplicationController asks for', () => {
    const test = new TestControlPlane();
    const spec = { replicas: 3, selector: { app: 'x' }, template: template() };
    const web = { apiVersion: 'v1', kind: 'ReplicationController', metadata: { name: 'web' } };
    test.create(replicationControllers, { ...web, spec });
    test.run(second);
    makeAllReady(test);
    budget(test, 'share', { maxUnavailable: '34%' });
    test.run(second);
    expect(statusOf(test, 'share')).toMatchObject({ expectedPods: 3, disruptionsAllowed: 2 });
  });

  it('is told of a pod only if it comes first of those that pick the pod', () => {
    const test = new TestControlPlane();
    budget(test, 'first', { minAvailable: 1 });
    budget(test, 'second', { minAvailable: 1 });
    test.run(second);
    test.create(pods, pod('web'));
    makeAllReady(test);
    test.run(second);
    expect(eventsOf(test, 'Pod')).toContain(
      'MultiplePodDisruptionBudgets: Pod "default"/"web" matches multiple PodDisruptionBudgets.' +
        '  Chose "first" arbitrarily.',
    );
    expect(statusOf(test, 'first')).toMatchObject({ expectedPods: 1 });
    expect(statusOf(test, 'second')).toMatchObject({ expectedPods: 0 });
  });
});

describe('the condition of a PodDisruptionBudget', () => {
  it('tells whether pods may go, and the event tells of a budget for no pods', () => {
    const test = new TestControlPlane();
    const spec = { replicas: 2, selector: { matchLabels: { app: 'x' } }, template: template() };
    const metadata = { name: 'guarded' };
    test.create(deployments, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec });
    test.run(2 * second);
    makeAllReady(test);
    budget(test, 'enough', { minAvailable: 1 });
    const selector = { matchLabels: { app: 'nothing' } };
    budget(test, 'nothing', { minAvailable: 1, selector });
    test.run(2 * second);
    expect(conditionsOf(test, budgets, 'enough')).toEqual([
      'DisruptionAllowed=True SufficientPods: ',
    ]);
    expect(conditionsOf(test, budgets, 'nothing')).toEqual([
      'DisruptionAllowed=False InsufficientPods: ',
    ]);
    expect(eventsOf(test, 'PodDisruptionBudget')).toContain('NoPods: No matching pods found');
  });
});
