import { describe, expect, it } from 'vitest';
import { parseRfc3339, rfc3339, rfc3339Micro, second } from '#base/sim-time';
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Endpoints, Node, Pod } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import {
  configMaps,
  deployments,
  endpointSlices,
  endpoints,
  events,
  leases,
  namespaces,
  nodes,
  pods,
  replicaSets,
  serviceAccounts,
  services,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from './control-plane.fixture.ts';

const deployment = (replicas: number, image = 'nginx', spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'nginx', labels: { app: 'nginx' } },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'nginx' } },
    template: {
      metadata: { labels: { app: 'nginx' } },
      spec: { containers: [{ name: 'nginx', image, resources: {} }] },
    },
    strategy: {},
    ...spec,
  },
  status: {},
});

/** Binds a pod, as the scheduler would, and reports that it runs and is ready. */
function makeReady(test: TestControlPlane, pod: Pod, podIP = '10.244.0.9'): void {
  const { namespace, name } = pod.metadata;
  if (pod.spec.nodeName === undefined) {
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name },
      target: { kind: 'Node', name: 'node-9' },
    };
    test.do(() => test.client.create(pods, binding, { namespace, name, subresource: 'binding' }));
  }
  const lastTransitionTime = rfc3339(test.sim.now);
  test.patch(
    pods,
    pod.metadata.name,
    {
      status: {
        phase: 'Running',
        podIP,
        podIPs: [{ ip: podIP }],
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }],
      },
    },
    'status',
  );
}

const makeAllReady = (test: TestControlPlane): void => {
  for (const pod of test.list<Pod>(pods)) if (pod.status?.phase !== 'Running') makeReady(test, pod);
};

const manager = 'kube-controller-manager';

describe('a new Deployment', () => {
  const test = new TestControlPlane();
  test.create(deployments, deployment(3));
  test.run(second);

  it('gets a ReplicaSet named by the hash of its template, with revision 1', () => {
    const [set] = test.list<ReplicaSet>(replicaSets);
    expect(set?.metadata.name).toBe('nginx-7f8fbb96d');
    expect(set?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '1',
    });
    const [stored] = test.list<Deployment>(deployments);
    expect(stored?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
  });

  it('has its second status write of the first pass refused, as in a real cluster', () => {
    const status = '/apis/apps/v1/namespaces/default/deployments/nginx/status';
    const writes = test.writes(`${manager}/deployment-controller`);
    expect(writes.filter((line) => !line.includes('/events'))).toEqual([
      'POST /apis/apps/v1/namespaces/default/replicasets 201',
      `PUT ${status} 200`,
      `PUT ${status} 409`,
      `PUT ${status} 200`,
      `PUT ${status} 200`,
    ]);
  });

  it('has its pods created in batches of one, then two', () => {
    const set = `${manager}/replicaset-controller`;
    const isCreate = (url: string): boolean => url === '/api/v1/namespaces/default/pods';
    const sent = test.tracer.facts.filter(
      (fact) => fact.type === 'RequestSent' && fact.component === set && isCreate(fact.url),
    );
    expect(sent).toHaveLength(3);
    const [first, second_, third] = sent.map(({ at }) => at);
    expect(second_).toBe(third);
    expect(first).toBeLessThan(second_ ?? 0);
    expect(test.list(pods)).toHaveLength(3);
  });

  it('tells of it in events', () => {
    const messages = test.list(events).map((event) => (event as { message?: string }).message);
    expect(messages).toContain('Scaled up replica set nginx-7f8fbb96d from 0 to 3');
    expect(messages.filter((text) => text?.startsWith('Created pod: nginx-'))).toHaveLength(3);
  });

  it('becomes available with the last of three pods, in the write that completes the rollout', () => {
    makeAllReady(test);
    test.run(second);
    const status = test.get<Deployment>(deployments, 'nginx').status;
    expect(status).toMatchObject({ readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 });
    expect(status?.conditions?.map(({ type, reason }) => [type, reason])).toEqual([
      ['Available', 'MinimumReplicasAvailable'],
      ['Progressing', 'NewReplicaSetAvailable'],
    ]);
  });

  it('replaces a pod that is deleted, without waiting for its end', () => {
    const [victim] = test.list<Pod>(pods);
    const name = victim?.metadata.name ?? '';
    test.do(() => test.client.delete(pods, { namespace: 'default', name }));
    test.run(second);
    const alive = test.list<Pod>(pods).filter(({ metadata }) => !metadata.deletionTimestamp);
    expect(alive).toHaveLength(3);
    expect(alive.map(({ metadata }) => metadata.name)).not.toContain(name);
  });

  it('rolls to a new template with one pod more and never one fewer', () => {
    makeAllReady(test);
    test.run(second);
    const template = { spec: { containers: [{ name: 'nginx', image: 'nginx:1.28' }] } };
    test.patch(deployments, 'nginx', { spec: { template } });
    for (let step = 0; step < 8; step++) {
      test.run(second);
      const sets = test.list<ReplicaSet>(replicaSets);
      const wanted = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
      expect(wanted).toBeLessThanOrEqual(4);
      const { status } = test.get<Deployment>(deployments, 'nginx');
      expect(status?.availableReplicas).toBeGreaterThanOrEqual(3);
      makeAllReady(test);
    }
    const sizes = test.list<ReplicaSet>(replicaSets).map(({ spec }) => spec.replicas);
    expect(sizes.sort()).toEqual([0, 3]);
    const { metadata } = test.get<Deployment>(deployments, 'nginx');
    expect(metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('takes its ReplicaSets and pods with it when it is deleted', () => {
    test.do(() => test.client.delete(deployments, { namespace: 'default', name: 'nginx' }));
    test.run(3 * second);
    expect(test.list(replicaSets)).toEqual([]);
    const left = test.list<Pod>(pods).filter(({ metadata }) => !metadata.deletionTimestamp);
    expect(left).toEqual([]);
  });
});

describe('scaling a Deployment', () => {
  it('keeps the old ReplicaSet and writes no new revision', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(2));
    test.run(second);
    test.patch(deployments, 'nginx', { spec: { replicas: 5 } });
    test.run(second);
    const [set, ...others] = test.list<ReplicaSet>(replicaSets);
    expect(others).toEqual([]);
    expect(set?.spec.replicas).toBe(5);
    expect(set?.metadata.annotations?.['deployment.kubernetes.io/max-replicas']).toBe('7');
    expect(test.list(pods)).toHaveLength(5);
  });

  it('with strategy Recreate ends all old pods before the first new one', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(2, 'nginx', { strategy: { type: 'Recreate' } }));
    test.run(second);
    makeAllReady(test);
    test.run(second);
    const template = { spec: { containers: [{ name: 'nginx', image: 'nginx:1.28' }] } };
    test.patch(deployments, 'nginx', { spec: { template } });
    test.run(second);
    expect(test.list(replicaSets)).toHaveLength(1);
    for (const { metadata } of test.list<Pod>(pods)) {
      const options = { gracePeriodSeconds: 0 };
      const target = { namespace: 'default', name: metadata.name };
      test.do(() => test.client.delete(pods, target, options));
    }
    test.run(second);
    const images = test.list<Pod>(pods).map(({ spec }) => spec.containers[0]?.image);
    expect(images).toEqual(['nginx:1.28', 'nginx:1.28']);
  });

  it('reports a rollout that makes no progress once its deadline has passed', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(1, 'nginx', { progressDeadlineSeconds: 30 }));
    test.run(29 * second);
    const reason = (): string | undefined =>
      test
        .get<Deployment>(deployments, 'nginx')
        .status?.conditions?.find(({ type }) => type === 'Progressing')?.reason;
    expect(reason()).toBe('ReplicaSetUpdated');
    test.run(5 * second);
    expect(reason()).toBe('ProgressDeadlineExceeded');
  });
});

describe('deleting with a policy', () => {
  const prepared = (): TestControlPlane => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(2));
    test.run(second);
    return test;
  };
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
    for (const { metadata } of test.list<Pod>(pods)) {
      const target = { namespace: 'default', name: metadata.name };
      test.do(() => test.client.delete(pods, target, { gracePeriodSeconds: 0 }));
    }
    test.run(2 * second);
    expect([...test.list(deployments), ...test.list(replicaSets)]).toEqual([]);
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

describe('a ReplicaSet', () => {
  it('adopts an orphan that its selector picks and releases a pod it no longer picks', () => {
    const test = new TestControlPlane();
    const labels = { app: 'web' };
    const spec = { containers: [{ name: 'web', image: 'nginx' }] };
    test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'loose', labels }, spec });
    test.create(replicaSets, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec },
      },
    });
    test.run(second);
    expect(test.list(pods)).toHaveLength(2);
    const owners = (): readonly string[] =>
      (test.get(pods, 'loose').metadata.ownerReferences ?? []).map(({ name }) => name);
    expect(owners()).toEqual(['web']);
    test.patch(pods, 'loose', { metadata: { labels: { app: 'free' } } });
    test.run(second);
    expect(owners()).toEqual([]);
    expect(test.list(pods)).toHaveLength(3);
  });
});

describe('a new namespace', () => {
  const test = new TestControlPlane();
  test.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }, '');
  test.run(second);

  it('gets the default service account and the certificate authority of the cluster', () => {
    const accounts = test.list(serviceAccounts, 'team').map(({ metadata }) => metadata.name);
    expect(accounts).toEqual(['default']);
    const maps = test.list(configMaps, 'team').map(({ metadata }) => metadata.name);
    expect(maps).toEqual(['kube-root-ca.crt']);
  });

  it('is emptied and removed when it is deleted, five seconds later', () => {
    test.do(() => test.client.delete(namespaces, { name: 'team' }));
    test.run(4 * second);
    expect(test.list(configMaps, 'team')).toHaveLength(1);
    test.run(5 * second);
    expect(test.list(namespaces, '').map(({ metadata }) => metadata.name)).not.toContain('team');
    expect(test.list(configMaps, 'team')).toEqual([]);
  });
});

const machine = (test: TestControlPlane, name: string): object => {
  const time = rfc3339(test.sim.now);
  const conditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({
    type,
    status: type === 'Ready' ? 'True' : 'False',
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  }));
  return { apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {}, status: { conditions } };
};

/** Heartbeats of a node, as its kubelet would send them. */
function heartbeat(test: TestControlPlane, name: string): void {
  const renewTime = rfc3339Micro(test.sim.now);
  const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime };
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec };
  const namespace = 'kube-node-lease';
  const known = test.list(leases, namespace).some(({ metadata }) => metadata.name === name);
  if (known) test.patch(leases, name, { spec }, '', namespace);
  else test.create(leases, lease, namespace);
}

describe('nodes', () => {
  const test = new TestControlPlane();
  for (const name of ['node-1', 'node-2', 'node-3']) {
    test.create(nodes, machine(test, name), '');
    heartbeat(test, name);
  }
  test.run(6 * second);

  it('get a range of pod addresses and the annotation for the caches of their kubelets', () => {
    const ranges = test.list<Node>(nodes, '').map(({ spec }) => spec.podCIDR);
    expect(ranges).toEqual(['10.244.0.0/24', '10.244.1.0/24', '10.244.2.0/24']);
    const { metadata } = test.get(nodes, 'node-1', '');
    expect(metadata.annotations?.['node.alpha.kubernetes.io/ttl']).toBe('0');
  });

  it('lose their health 50 seconds after the last heartbeat, and their pods after that', () => {
    const tolerations = [
      { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
    ].map((toleration) => ({ ...toleration, tolerationSeconds: 5 }));
    const spec = { nodeName: 'node-2', containers: [{ name: 'a', image: 'nginx' }], tolerations };
    test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec });
    makeReady(test, test.get<Pod>(pods, 'web'));
    const beat = (periods: number): void => {
      for (let n = 0; n < periods; n++) {
        test.run(10 * second);
        heartbeat(test, 'node-1');
        heartbeat(test, 'node-3');
      }
    };
    const ready = (name: string): string | undefined =>
      test.get<Node>(nodes, name, '').status?.conditions?.find(({ type }) => type === 'Ready')
        ?.status;
    beat(4);
    expect(ready('node-2')).toBe('True');
    beat(2);
    expect([ready('node-1'), ready('node-2'), ready('node-3')]).toEqual([
      'True',
      'Unknown',
      'True',
    ]);
    const taints = test.get<Node>(nodes, 'node-2', '').spec.taints ?? [];
    expect(taints.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
      'node.kubernetes.io/unreachable:NoSchedule',
      'node.kubernetes.io/unreachable:NoExecute',
    ]);
    beat(1);
    const pod = test.get<Pod>(pods, 'web');
    expect(pod.metadata.deletionTimestamp).toBeDefined();
    expect(pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
    const target = pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    expect(target?.reason).toBe('DeletionByTaintManager');
  });
});

describe('a Service with a selector', () => {
  it('lists the addresses of its ready pods in a slice and in the old Endpoints', () => {
    const test = new TestControlPlane();
    test.create(nodes, machine(test, 'node-1'), '');
    const metadata = { name: 'web', labels: { app: 'web' } };
    const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'nginx' }] };
    test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
    test.create(services, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
    test.run(second);
    const slice = (): EndpointSlice | undefined =>
      test
        .list<EndpointSlice>(endpointSlices)
        .find(({ metadata: { labels } }) => labels?.['kubernetes.io/service-name'] === 'web');
    expect(slice()?.endpoints ?? []).toEqual([]);
    makeReady(test, test.get<Pod>(pods, 'web'), '10.244.0.7');
    test.run(second);
    expect(slice()?.endpoints?.[0]).toMatchObject({
      addresses: ['10.244.0.7'],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: 'node-1',
    });
    const old = test.get<Endpoints>(endpoints, 'web');
    expect(old.subsets?.[0]?.addresses?.map(({ ip }) => ip)).toEqual(['10.244.0.7']);
  });
});

describe('the process', () => {
  it('leads by a Lease that it renews every two seconds, and says so in an event', () => {
    const test = new TestControlPlane();
    const [lease] = test
      .list(leases, 'kube-system')
      .filter(({ metadata }) => metadata.name === manager) as { spec: { renewTime: string } }[];
    const renewed = parseRfc3339(lease?.spec.renewTime ?? '') ?? 0;
    expect(test.sim.now - renewed).toBeLessThan(2.1 * second);
    const messages = test
      .list(events, 'kube-system')
      .map((one) => (one as { message?: string }).message);
    expect(messages.some((text) => text?.endsWith('became leader'))).toBe(true);
  });

  it('acts as the service account of each controller, made when it was missing', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(1));
    test.run(second);
    const sent = test.tracer.facts.find(
      (fact) => fact.type === 'RequestSent' && fact.url.endsWith('/replicasets'),
    );
    const account = 'system:serviceaccount:kube-system:deployment-controller';
    expect(sent).toMatchObject({
      user: account,
      userAgent: `${manager}/v1.36.3 (linux/amd64) kubernetes/0000000/${account}`,
    });
    const names = test.list(serviceAccounts, 'kube-system').map(({ metadata }) => metadata.name);
    expect(names).toContain('generic-garbage-collector');
  });

  it('ends, with all its controllers, ten seconds after another process took its lease', () => {
    const test = new TestControlPlane();
    for (let n = 0; n < 7; n++) {
      const renewTime = rfc3339Micro(test.sim.now);
      const spec = { holderIdentity: 'another', renewTime };
      test.patch(leases, manager, { spec }, '', 'kube-system');
      test.run(2 * second);
    }
    expect(test.managerGroup.size).toBe(0);
    const stopped = test.tracer.facts.filter(({ type }) => type === 'ComponentStopped');
    expect(stopped).toMatchObject([{ component: manager, reason: 'leaderelection lost' }]);
  });
});
