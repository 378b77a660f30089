import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { deployments, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import { conditionsOf, makeAllReady } from '../workloads.fixture.ts';
import {
  conditionOf,
  deployed,
  deployment,
  live,
  named,
  setImage,
  setsOf,
  settle,
  sizes,
} from './deployment.fixture.ts';

const nameOf = (test: TestControlPlane, image: string): string | undefined =>
  setsOf(test).find(({ spec }) => spec.template?.spec?.containers[0]?.image === image)?.metadata
    .name;

describe('the conditions of a Deployment', () => {
  it('tell of a rollout from its first ReplicaSet to its last pod', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(1));
    test.run(second);
    const set = nameOf(test, 'nginx');
    expect(conditionsOf(test, deployments, 'nginx')).toEqual([
      'Available=False MinimumReplicasUnavailable: Deployment does not have minimum availability.',
      `Progressing=True ReplicaSetUpdated: ReplicaSet "${set}" is progressing.`,
    ]);
    makeAllReady(test);
    test.run(second);
    expect(conditionsOf(test, deployments, 'nginx')).toEqual([
      'Available=True MinimumReplicasAvailable: Deployment has minimum availability.',
      `Progressing=True NewReplicaSetAvailable: ReplicaSet "${set}" has successfully progressed.`,
    ]);
  });

  it('keep the time at which they became true while only their reason changes', () => {
    const test = deployed(1);
    const since = () =>
      live(test).status?.conditions?.find(({ type }) => type === 'Progressing')?.lastTransitionTime;
    const before = since();
    settle(test, 2);
    setImage(test, 'nginx:1.28');
    settle(test, 3);
    expect(conditionOf(test, 'Progressing')).toContain('NewReplicaSetAvailable');
    expect(since()).toBe(before);
  });

  it('report a rollout that makes no progress once its deadline has passed', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(1, 'nginx', { progressDeadlineSeconds: 30 }));
    test.run(29 * second);
    const reason = (): string | undefined =>
      live(test).status?.conditions?.find(({ type }) => type === 'Progressing')?.reason;
    expect(reason()).toBe('ReplicaSetUpdated');
    test.run(5 * second);
    expect(reason()).toBe('ProgressDeadlineExceeded');
  });

  it('call a late rollout that goes on after all a success', () => {
    const test = deployed(1, { progressDeadlineSeconds: 5 });
    test.run(8 * second);
    const set = nameOf(test, 'nginx');
    expect(conditionOf(test, 'Progressing')).toBe(
      `False ProgressDeadlineExceeded: ReplicaSet "${set}" has timed out progressing.`,
    );
    makeAllReady(test);
    test.run(second);
    expect(conditionOf(test, 'Progressing')).toMatch(/^True NewReplicaSetAvailable: /);
  });

  it('repeat what its ReplicaSet says of pods that cannot be made, until they can', () => {
    const test = new TestControlPlane();
    const why = forbid(test, pods, ['CREATE']);
    test.create(deployments, deployment(1));
    test.run(2 * second);
    expect(conditionOf(test, 'ReplicaFailure')).toMatch(/^True FailedCreate: pods "nginx-/);
    expect(conditionOf(test, 'ReplicaFailure')?.endsWith(why)).toBe(true);
    allow(test, pods);
    test.run(10 * second);
    expect(conditionOf(test, 'ReplicaFailure')).toBeUndefined();
  });
});

describe('a Deployment that is paused', () => {
  const test = deployed(2);
  settle(test, 2);
  test.patch(deployments, 'nginx', { spec: { paused: true } });
  test.run(second);

  it('says so in place of its progress', () => {
    expect(conditionOf(test, 'Progressing')).toBe('Unknown DeploymentPaused: Deployment is paused');
  });

  it('takes a new template without rolling it out, but is scaled', () => {
    setImage(test, 'nginx:1.28');
    test.patch(deployments, 'nginx', { spec: { replicas: 4 } });
    settle(test, 2);
    expect(sizes(test)).toEqual({ nginx: 4 });
  });

  it('goes on where it stopped when it is resumed', () => {
    test.patch(deployments, 'nginx', { spec: { paused: false } });
    settle(test);
    expect(sizes(test)).toEqual({ nginx: 0, 'nginx:1.28': 4 });
    const seen = test.facts('TxnCommitted').flatMap(({ key, value }) => {
      return key === '/registry/deployments/default/nginx' ? [JSON.stringify(value)] : [];
    });
    expect(seen.some((text) => text.includes('"message":"Deployment is resumed"'))).toBe(true);
  });
});

describe('the deployment controller of a cluster', () => {
  const bed = new ClusterBed();
  const setOf = (app: string): string =>
    bed.run(`get replicasets -l app=${app} -o jsonpath={.items[0].metadata.name}`);

  it('tells when a rollout is paused and when it goes on', () => {
    bed.create(named('web'));
    bed.wait(5);
    bed.run('rollout pause deployment/web');
    bed.run('rollout resume deployment/web');
    bed.wait(1);
    expect(bed.messages()).toContain(
      'Progressing=Unknown DeploymentPaused: Deployment is paused\n',
    );
    expect(bed.messages()).toContain(
      'Progressing=Unknown DeploymentResumed: Deployment is resumed\n',
    );
  });

  it('gives up waiting after the progress deadline', () => {
    bed.create(named('slow', { progressDeadlineSeconds: 3 }, 'nope:1'));
    bed.wait(8);
    expect(bed.messages()).toContain(
      `Progressing=False ProgressDeadlineExceeded: ReplicaSet "${setOf('slow')}" has timed out ` +
        `progressing.\n`,
    );
  });

  it('shows that pods cannot be deleted, as the replica set says', () => {
    bed.create(named('kept', { replicas: 2 }));
    bed.wait(5);
    const mine = "!has(oldObject.metadata.labels) || oldObject.metadata.labels['app'] != 'kept'";
    const denied = bed.forbid('keep', ['', 'pods', 'DELETE'], mine);
    bed.run('scale deployment kept --replicas=1');
    bed.wait(5);
    const why = `pods "${setOf('kept')}-\\w+" is forbidden: ${denied}`;
    expect(bed.messages()).toMatch(new RegExp(`FailedDelete: Error deleting: ${why}`));
    expect(bed.messages()).toMatch(new RegExp(`ReplicaFailure=True FailedDelete: ${why}`));
    expect(bed.run('get deployment kept -o jsonpath={.status.conditions[*].reason}')).toContain(
      'FailedDelete',
    );
    bed.allow('keep');
  });
});
