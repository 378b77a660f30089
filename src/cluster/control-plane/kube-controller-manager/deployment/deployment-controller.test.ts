import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { deployments, events, pods, replicaSets } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { makeAllReady, remove, template } from '../workloads.fixture.ts';
import {
  deployed,
  deployment,
  live,
  setImage,
  setsOf,
  settle,
  sizes,
} from './deployment.fixture.ts';

const controller = 'deployment-controller';

describe('a new Deployment', () => {
  const test = new TestControlPlane();
  test.create(deployments, deployment(3));
  test.run(second);

  it('gets a ReplicaSet named by the hash of its template, with revision 1', () => {
    const [set] = setsOf(test);
    expect(set?.metadata.name).toBe('nginx-7f8fbb96d');
    expect(set?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '1',
    });
    expect(live(test).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
  });

  it('has its second status write of the first pass refused, as in a real cluster', () => {
    const status = '/apis/apps/v1/namespaces/default/deployments/nginx/status';
    const writes = test.writes(`kube-controller-manager/${controller}`);
    expect(writes.filter((line) => !line.includes('/events'))).toEqual([
      'POST /apis/apps/v1/namespaces/default/replicasets 201',
      `PUT ${status} 200`,
      `PUT ${status} 409`,
      `PUT ${status} 200`,
      `PUT ${status} 200`,
    ]);
  });

  it('has its pods created in batches of one, then two', () => {
    const isCreate = (url: string): boolean => url === '/api/v1/namespaces/default/pods';
    const sent = test
      .facts('RequestSent', 'replicaset-controller')
      .filter(({ url }) => isCreate(url));
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
    const { status } = live(test);
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
    setImage(test, 'nginx:1.28');
    for (let step = 0; step < 8; step++) {
      test.run(second);
      const wanted = setsOf(test).reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
      expect(wanted).toBeLessThanOrEqual(4);
      expect(live(test).status?.availableReplicas).toBeGreaterThanOrEqual(3);
      makeAllReady(test);
    }
    expect(sizes(test)).toEqual({ nginx: 0, 'nginx:1.28': 3 });
    expect(live(test).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('takes its ReplicaSets and pods with it when it is deleted', () => {
    test.do(() => test.client.delete(deployments, { namespace: 'default', name: 'nginx' }));
    test.run(3 * second);
    expect(test.list(replicaSets)).toEqual([]);
    const left = test.list<Pod>(pods).filter(({ metadata }) => !metadata.deletionTimestamp);
    expect(left).toEqual([]);
  });
});

describe('a Deployment that is as it should be', () => {
  const test = deployed(2);
  settle(test, 3);

  it('is written to no more', () => {
    const writes = test.writesDuring(controller, () => {
      const name = setsOf(test)[0]?.metadata.name ?? '';
      test.patch(replicaSets, name, { metadata: { annotations: { note: 'x' } } });
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('is looked at again when one of its pods changes, and then only its status is written', () => {
    const [pod] = test.list<Pod>(pods);
    const writes = test.writesDuring(controller, () => {
      remove(test, pod);
      test.run(second);
    });
    const path = '/apis/apps/v1/namespaces/default/deployments/nginx/status';
    expect(writes.length).toBeGreaterThan(0);
    for (const line of writes) expect(line).toMatch(new RegExp(`^PUT ${path} (200|409)$`));
  });

  it('makes its ReplicaSet anew, under the same name, when somebody deletes it', () => {
    const [old] = setsOf(test);
    const name = old?.metadata.name ?? '';
    test.do(() => test.client.delete(replicaSets, { namespace: 'default', name }));
    test.run(second);
    const [made, ...others] = setsOf(test);
    expect(others).toEqual([]);
    expect(made?.metadata.name).toBe(name);
    expect(made?.metadata.uid).not.toBe(old?.metadata.uid);
    expect(made?.spec.replicas).toBe(2);
  });

  it('sets the size of its ReplicaSet back when somebody else changes it', () => {
    const [set] = setsOf(test);
    test.patch(replicaSets, set?.metadata.name ?? '', { spec: { replicas: 7 } });
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 2 });
  });
});

describe('a Deployment and ReplicaSets that nobody owns', () => {
  const labels = { app: 'nginx', from: 'hand' };
  const loose = (name: string, image: string) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, labels },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: template(image, {}, labels) },
  });
  const test = new TestControlPlane();
  test.create(replicaSets, loose('by-hand', 'httpd'));
  test.create(deployments, deployment(2));
  test.run(second);
  const ownersOf = (name: string): readonly string[] =>
    (test.get(replicaSets, name).metadata.ownerReferences ?? []).map((owner) => owner.name);

  it('adopts one that its selector picks, as an old one that it scales down', () => {
    expect(ownersOf('by-hand')).toEqual(['nginx']);
    settle(test);
    expect(sizes(test)).toEqual({ httpd: 0, nginx: 2 });
  });

  it('lets go of one whose labels it no longer picks, and leaves it as it is', () => {
    test.patch(replicaSets, 'by-hand', { metadata: { labels: { app: 'else', from: 'hand' } } });
    test.run(second);
    expect(ownersOf('by-hand')).toEqual([]);
    const released = test.facts('DecisionMade', controller).filter(({ decision }) => {
      return decision === 'controller.release';
    });
    expect(released.map(({ params }) => params)).toEqual([{ kind: 'ReplicaSet', name: 'by-hand' }]);
  });

  it('adopts nothing while it is being deleted', () => {
    const target = { namespace: 'default', name: 'nginx' };
    test.patch(deployments, 'nginx', { metadata: { finalizers: ['example.com/wait'] } });
    test.do(() => test.client.delete(deployments, target));
    test.create(replicaSets, loose('late', 'httpd:2'));
    test.run(2 * second);
    expect(ownersOf('late')).toEqual([]);
  });
});
