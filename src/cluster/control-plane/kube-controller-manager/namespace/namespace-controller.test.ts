import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Namespace } from '#k8s.io/api/core/v1';
import { configMaps, namespaces, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { bind, conditionsOf } from '../workloads.fixture.ts';

const controller = 'namespace-controller';

function started(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }, '');
  test.run(second);
  return test;
}

const drop = (test: TestControlPlane): void => {
  test.do(() => test.client.delete(namespaces, { name: 'team' }));
};

const live = (test: TestControlPlane): Namespace | undefined =>
  test.list<Namespace>(namespaces, '').find(({ metadata }) => metadata.name === 'team');

const content = (test: TestControlPlane): readonly string[] =>
  test.list(configMaps, 'team').map(({ metadata }) => metadata.name);

function put(test: TestControlPlane, name: string, finalizers: readonly string[] = []): void {
  const metadata = { name, ...(finalizers.length === 0 ? {} : { finalizers }) };
  test.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata }, 'team');
}

function putPod(test: TestControlPlane, terminationGracePeriodSeconds: number): void {
  const containers = [{ name: 'a', image: 'nginx' }];
  const metadata = { name: 'web' };
  const spec = { terminationGracePeriodSeconds, containers };
  bind(test, test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec }, 'team'));
}

const endPod = (test: TestControlPlane): void => {
  const target = { namespace: 'team', name: 'web' };
  test.do(() => test.client.delete(pods, target, { gracePeriodSeconds: 0 }));
};

describe('a namespace that is deleted', () => {
  it('is emptied and removed, five seconds later', () => {
    const test = started();
    drop(test);
    test.run(4 * second);
    expect(test.list(configMaps, 'team')).toHaveLength(1);
    test.run(5 * second);
    expect(test.list(namespaces, '').map(({ metadata }) => metadata.name)).not.toContain('team');
    expect(test.list(configMaps, 'team')).toEqual([]);
  });

  it('is Terminating from the first, with the finalizer of Kubernetes', () => {
    const test = started();
    drop(test);
    expect(live(test)?.status?.phase).toBe('Terminating');
    expect(live(test)?.spec.finalizers).toEqual(['kubernetes']);
  });

  it('loses its pods first, and everything else only when they are gone', () => {
    const test = started();
    put(test, 'kept');
    putPod(test, 20);
    drop(test);
    test.run(8 * second);
    expect(test.get(pods, 'web', 'team').metadata.deletionTimestamp).toBeDefined();
    expect(content(test)).toContain('kept');
    endPod(test);
    test.run(15 * second);
    expect(live(test)).toBeUndefined();
  });

  it('is looked at again after half the time that its pods may take, and a second', () => {
    const test = started();
    putPod(test, 20);
    drop(test);
    test.run(6 * second);
    const finished = () =>
      test.facts('SyncFinished', controller).filter(({ key }) => key === 'team');
    expect(finished().map(({ error }) => error)).toEqual([
      'some content remains in the namespace, estimate 20 seconds before it is removed',
    ]);
    test.run(16 * second);
    const [first = 0, ...later] = finished().map(({ at }) => at);
    // Its own write of the conditions causes a sync after five seconds; the next is after 20 / 2 +
    // 1.
    expect(later.map((at) => Math.round((at - first) / second))).toEqual([5, 5 + 11]);
  });

  it('tells of what is left, and whose finalizer holds it, in the order of its conditions', () => {
    const test = started();
    put(test, 'held', ['example.com/wait']);
    drop(test);
    test.run(7 * second);
    expect(conditionsOf(test, namespaces, 'team', '')).toEqual([
      'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: ' +
        'All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions: ' +
        'All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure=False ContentDeleted: ' +
        'All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining=True SomeResourcesRemain: ' +
        'Some resources are remaining: configmaps. has 1 resource instances',
      'NamespaceFinalizersRemaining=True SomeFinalizersRemain: ' +
        'Some content in the namespace has finalizers remaining: ' +
        'example.com/wait in 1 resource instances',
    ]);
    test.do(() =>
      test.client.patch(
        configMaps,
        'application/merge-patch+json',
        { metadata: { finalizers: null } },
        { namespace: 'team', name: 'held' },
      ),
    );
    test.run(12 * second);
    expect(live(test)).toBeUndefined();
  });

  it('takes nothing new meanwhile', () => {
    const test = started();
    put(test, 'held', ['example.com/wait']);
    drop(test);
    test.run(7 * second);
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } };
    const answer = test.do(() => test.client.create(configMaps, object, { namespace: 'team' }));
    expect(answer.ok).toBe(false);
    expect(answer.ok ? '' : answer.error.message).toBe(
      'configmaps "late" is forbidden: unable to create new content in namespace team because ' +
        'it is being terminated',
    );
    expect(content(test)).toEqual(['held']);
  });
});

describe('a namespace that stays', () => {
  it('is not touched by the controller, whatever changes in it', () => {
    const test = started();
    const writes = test.writesDuring(controller, () => {
      test.patch(namespaces, 'team', { metadata: { labels: { a: 'b' } } }, '', '');
      put(test, 'new');
      test.run(20 * second);
    });
    expect(writes).toEqual([]);
  });
});

describe('the namespace controller of a cluster', () => {
  const bed = new ClusterBed();

  it('tells what remains, and which finalizers it waits for', () => {
    bed.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ending' } });
    bed.wait(1);
    const finalizers = ['example.com/hold'];
    for (const [kind, name] of [
      ['ConfigMap', 'held'],
      ['ConfigMap', 'kept'],
    ] as const) {
      const metadata = { name, namespace: 'ending', ...(name === 'held' && { finalizers }) };
      bed.create({ apiVersion: 'v1', kind, metadata });
    }
    bed.run('delete namespace ending --wait=false');
    bed.wait(20);
    expect(bed.messages()).toContain(
      'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: ' +
        'configmaps. has 1 resource instances\n',
    );
    expect(bed.messages()).toContain(
      'NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace ' +
        'has finalizers remaining: ' +
        'example.com/hold in 1 resource instances\n',
    );
    expect(bed.messages()).toMatch(
      /^some content remains in the namespace, estimate \d+ seconds before it is removed$/m,
    );
  });

  it('tells what could not be deleted', () => {
    bed.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'stuck' } });
    bed.wait(1);
    bed.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'kept', namespace: 'stuck' },
    });
    const denied = bed.forbid('secrets', ['', 'secrets', 'DELETE'], 'false');
    bed.run('delete namespace stuck --wait=false');
    bed.wait(20);
    expect(bed.messages()).toContain(
      'NamespaceDeletionContentFailure=True ContentDeletionFailed: Failed to delete all ' +
        'resource types, 1 remaining: ',
    );
    expect(bed.messages()).toContain(denied);
    bed.allow('secrets');
  });

  it('tells of an aggregated group whose resources cannot be found out', () => {
    bed.create({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.gone.example.com' },
      spec: {
        group: 'gone.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'gone' },
      },
    });
    bed.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'lost' } });
    bed.wait(5);
    bed.run('delete namespace lost --wait=false');
    bed.wait(20);
    expect(bed.messages()).toContain(
      'NamespaceDeletionDiscoveryFailure=True DiscoveryFailed: Discovery failed for some ' +
        'groups, 1 failing: ' +
        'unable to retrieve the complete list of server APIs: gone.example.com/v1: ' +
        'stale GroupVersion discovery: gone.example.com/v1\n',
    );
    bed.run('delete apiservice v1.gone.example.com');
  });
});

describe('a namespace that goes away while something holds on', () => {
  it('says what was done and what is left', () => {
    const bed = new ClusterBed();
    bed.run('create namespace old');
    const metadata = { name: 'held', namespace: 'old', finalizers: ['example.com/hold'] };
    bed.run('create -f -', { apiVersion: 'v1', kind: 'ConfigMap', metadata });
    bed.run('delete namespace old --wait=false');
    bed.wait(9);
    const messages = bed.run('get namespace old -o jsonpath={.status.conditions[*].message}');
    for (const part of [
      'All resources successfully discovered',
      'All legacy kube types successfully parsed',
      'All content successfully deleted, may be waiting on finalization',
    ]) {
      expect(messages).toContain(part);
    }
    const patch = `'{"metadata":{"finalizers":null}}'`;
    bed.run(`patch configmap held -n old --type=merge -p ${patch}`);
    bed.wait(20);
    expect(bed.run('get namespace old')).toContain('NotFound');
  });
});
