import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ControllerRevision, StatefulSet } from '#k8s.io/api/apps/v1';
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import {
  controllerRevisions,
  persistentVolumeClaims,
  pods,
  statefulSets,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import {
  end,
  eventsOf,
  makeAllReady,
  makeReady,
  podNames,
  podsOf,
  remove,
  removeTerminating,
  report,
  selector,
  template,
} from '../workloads.fixture.ts';

const statefulSet = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db' },
  spec: { serviceName: 'db', replicas: 3, selector, template: template(), ...spec },
});

const start = (spec: object = {}): TestControlPlane => {
  const test = new TestControlPlane();
  test.create(statefulSets, statefulSet(spec));
  test.run(second);
  return test;
};

function settle(test: TestControlPlane, rounds = 8): void {
  for (let n = 0; n < rounds; n++) {
    removeTerminating(test);
    makeAllReady(test);
    test.run(second);
  }
}

const images = (test: TestControlPlane): readonly (string | undefined)[] =>
  podsOf(test).map(({ spec }) => spec.containers[0]?.image);

const statusOf = (test: TestControlPlane) => test.get<StatefulSet>(statefulSets, 'db').status;

describe('a StatefulSet', () => {
  it('starts its pods in order, each when the one before is ready', () => {
    const test = start();
    expect(podNames(test)).toEqual(['db-0']);
    test.run(5 * second);
    expect(podNames(test)).toEqual(['db-0']);
    makeAllReady(test);
    test.run(second);
    expect(podNames(test)).toEqual(['db-0', 'db-1']);
    settle(test, 2);
    expect(podNames(test)).toEqual(['db-0', 'db-1', 'db-2']);
    expect(eventsOf(test, 'StatefulSet')).toContain(
      'SuccessfulCreate: Create Pod db-2 in StatefulSet db successful',
    );
    expect(statusOf(test)).toMatchObject({ replicas: 3, currentReplicas: 3, collisionCount: 0 });
  });

  it('gives a pod a name, labels and a host that stay', () => {
    const [pod] = podsOf(start());
    expect(pod?.metadata.labels).toMatchObject({
      'apps.kubernetes.io/pod-index': '0',
      'statefulset.kubernetes.io/pod-name': 'db-0',
    });
    expect(pod?.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
  });

  it('with Parallel starts and stops all at once', () => {
    const test = start({ podManagementPolicy: 'Parallel', replicas: 4 });
    expect(podNames(test)).toHaveLength(4);
    makeAllReady(test);
    test.patch(statefulSets, 'db', { spec: { replicas: 1 } });
    test.run(second);
    const ending = podsOf(test).filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(ending).toHaveLength(3);
  });

  it('scales down from the highest ordinal, one at a time', () => {
    const test = start();
    settle(test, 4);
    test.patch(statefulSets, 'db', { spec: { replicas: 1 } });
    test.run(second);
    const ending = () =>
      podsOf(test)
        .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
        .map(({ metadata }) => metadata.name);
    expect(ending()).toEqual(['db-2']);
    removeTerminating(test);
    test.run(second);
    expect(ending()).toEqual(['db-1']);
    removeTerminating(test);
    test.run(second);
    expect(podNames(test)).toEqual(['db-0']);
  });

  it('does not scale down over two pods that failed, until a person deletes the higher', () => {
    const test = start();
    settle(test, 4);
    const [first, ...others] = podsOf(test);
    // It is the first to wait for: the controller does not come to the others.
    report(test, 'db-0', { conditions: [{ type: 'Ready', status: 'False' }] });
    for (const pod of others) end(test, pod, 1);
    test.patch(statefulSets, 'db', { spec: { replicas: 1 } });
    if (first !== undefined) makeReady(test, first);
    settle(test);
    expect(podNames(test)).toEqual(['db-0', 'db-1', 'db-2']);
    remove(test, others[1]);
    settle(test);
    expect(podNames(test)).toEqual(['db-0']);
  });

  it('makes a pod anew that ended, even one that succeeded', () => {
    const test = start({ replicas: 1 });
    const [pod] = podsOf(test);
    if (pod !== undefined) end(test, pod, 0);
    test.run(second);
    removeTerminating(test);
    test.run(second);
    const [next] = podsOf(test);
    expect(next?.metadata.name).toBe('db-0');
    expect(next?.metadata.uid).not.toBe(pod?.metadata.uid);
  });

  it('brings back a label that was taken from one of its pods', () => {
    const test = start({ replicas: 1 });
    settle(test, 2);
    const label = { 'statefulset.kubernetes.io/pod-name': null };
    test.patch(pods, 'db-0', { metadata: { labels: label } });
    test.run(second);
    const [pod] = podsOf(test);
    expect(pod?.metadata.labels?.['statefulset.kubernetes.io/pod-name']).toBe('db-0');
    expect(eventsOf(test, 'StatefulSet')).toContain(
      'SuccessfulUpdate: Update Pod db-0 in StatefulSet db successful',
    );
  });

  it('is taken although its pods cannot be made, and says so', () => {
    const containers = [{ name: 'db', image: 'nginx' }];
    const spec = { containers, priorityClassName: 'nope' };
    const test = start({ template: { metadata: template().metadata, spec } });
    const [message = ''] = eventsOf(test, 'StatefulSet');
    expect(message).toMatch(
      /^FailedCreate: Create Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: /,
    );
  });

  it('begins at the ordinal that it is told', () => {
    expect(podNames(start({ ordinals: { start: 5 }, replicas: 2 }))).toEqual(['db-5']);
  });
});

describe('a rollout of a StatefulSet', () => {
  it('goes from the highest ordinal down and makes the update revision the current one', () => {
    const test = start();
    settle(test, 4);
    const before = statusOf(test)?.currentRevision;
    test.patch(statefulSets, 'db', { spec: { template: template('nginx:1.29') } });
    test.run(second);
    settle(test, 1);
    expect(images(test)).toEqual(['nginx', 'nginx', 'nginx:1.29']);
    settle(test);
    expect(images(test)).toEqual(['nginx:1.29', 'nginx:1.29', 'nginx:1.29']);
    const status = statusOf(test);
    expect(status?.currentRevision).toBe(status?.updateRevision);
    expect(status?.currentRevision).not.toBe(before);
  });

  it('leaves the pods below the partition as they were, also when one is made anew', () => {
    const test = start({ updateStrategy: { rollingUpdate: { partition: 2 } } });
    settle(test, 4);
    test.patch(statefulSets, 'db', { spec: { template: template('nginx:1.29') } });
    test.run(second);
    settle(test);
    expect(images(test)).toEqual(['nginx', 'nginx', 'nginx:1.29']);
    const [first] = podsOf(test);
    if (first !== undefined) end(test, first, 1);
    test.run(second);
    settle(test);
    expect(images(test)).toEqual(['nginx', 'nginx', 'nginx:1.29']);
  });

  it('back to an older template numbers its revision anew', () => {
    const test = start({ replicas: 1 });
    settle(test, 2);
    for (const image of ['nginx:1.29', 'nginx']) {
      test.patch(statefulSets, 'db', { spec: { template: template(image) } });
      test.run(second);
      settle(test, 3);
    }
    const revisions = test.list<ControllerRevision>(controllerRevisions);
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([2, 3]);
  });
});

describe('the claims of a StatefulSet', () => {
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  const claims = (test: TestControlPlane) =>
    test.list<PersistentVolumeClaim>(persistentVolumeClaims);

  it('are made before the pod that uses them, and stay when it is gone', () => {
    const test = start({ volumeClaimTemplates, replicas: 2 });
    settle(test, 3);
    expect(claims(test).map(({ metadata }) => metadata.name)).toEqual(['data-db-0', 'data-db-1']);
    expect(claims(test)[0]?.metadata.labels).toEqual({ app: 'x' });
    expect(eventsOf(test, 'StatefulSet')).toContain(
      'SuccessfulCreate: Create Claim data-db-0 Pod db-0 in StatefulSet db success',
    );
    const [pod] = podsOf(test);
    expect(pod?.spec.volumes?.[0]?.persistentVolumeClaim?.claimName).toBe('data-db-0');
    test.patch(statefulSets, 'db', { spec: { replicas: 1 } });
    test.run(second);
    settle(test, 3);
    expect(claims(test)).toHaveLength(2);
    expect(claims(test)[1]?.metadata.ownerReferences).toBe(undefined);
  });

  it('go with their pod where the policy says Delete', () => {
    const persistentVolumeClaimRetentionPolicy = { whenScaled: 'Delete', whenDeleted: 'Delete' };
    const test = start({ volumeClaimTemplates, replicas: 2, persistentVolumeClaimRetentionPolicy });
    settle(test, 3);
    expect(claims(test)[0]?.metadata.ownerReferences?.[0]?.kind).toBe('StatefulSet');
    test.patch(statefulSets, 'db', { spec: { replicas: 1 } });
    test.run(second);
    expect(claims(test)[1]?.metadata.ownerReferences?.[0]?.kind).toBe('Pod');
    settle(test, 5);
    expect(claims(test).map(({ metadata }) => metadata.name)).toEqual(['data-db-0']);
  });

  it('are handed over when the policy changes, which is told as an update of the pod', () => {
    const test = start({ volumeClaimTemplates, replicas: 1 });
    settle(test, 3);
    const spec = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
    test.patch(statefulSets, 'db', { spec });
    test.run(second);
    expect(claims(test)[0]?.metadata.ownerReferences?.[0]?.kind).toBe('StatefulSet');
    expect(eventsOf(test, 'StatefulSet')).toContain(
      'SuccessfulUpdate: Update Pod db-0 in StatefulSet db successful',
    );
  });
});

describe('a StatefulSet whose pods may not be deleted', () => {
  it('says so, with the words of the API server', () => {
    const test = start({ replicas: 1 });
    const why = forbid(test, pods, ['DELETE']);
    test.patch(statefulSets, 'db', { spec: { replicas: 0 } });
    test.run(3 * second);
    allow(test, pods);
    expect(eventsOf(test, 'StatefulSet')).toContain(
      `FailedDelete: Delete Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: ` +
        `${why}`,
    );
  });
});
