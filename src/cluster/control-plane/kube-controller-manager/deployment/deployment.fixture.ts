/** A Deployment for tests of its controller, and the changes that a user makes. */
import { second } from '#base/sim-time';
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import { deployments, replicaSets } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { eventsOf, makeAllReady, removeTerminating } from '../workloads.fixture.ts';

export const deployment = (replicas: number, image = 'nginx', spec: object = {}) => ({
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

/** A control plane with such a Deployment, one second old. */
export function deployed(replicas: number, spec: object = {}): TestControlPlane {
  const test = new TestControlPlane();
  test.create(deployments, deployment(replicas, 'nginx', spec));
  test.run(second);
  return test;
}

export const live = (test: TestControlPlane): Deployment =>
  test.get<Deployment>(deployments, 'nginx');

export const setsOf = (test: TestControlPlane): readonly ReplicaSet[] =>
  test.list<ReplicaSet>(replicaSets);

/** The desired sizes of the ReplicaSets, by the image of their template. */
export const sizes = (test: TestControlPlane): Readonly<Record<string, number>> =>
  Object.fromEntries(
    setsOf(test).map(({ spec }) => [
      spec.template?.spec?.containers[0]?.image ?? '',
      spec.replicas ?? 0,
    ]),
  );

export function setImage(test: TestControlPlane, image: string): void {
  const template = { spec: { containers: [{ name: 'nginx', image }] } };
  test.patch(deployments, 'nginx', { spec: { template } });
}

/** Lets kubelets start and stop all pods, repeatedly, until nothing changes. */
export function settle(test: TestControlPlane, rounds = 8): void {
  for (let n = 0; n < rounds; n++) {
    removeTerminating(test);
    makeAllReady(test);
    test.run(second);
  }
}

/** The messages of scaling events, with the image in place of each ReplicaSet's name. */
export function scalings(test: TestControlPlane): readonly string[] {
  const images = new Map(
    setsOf(test).map(({ metadata, spec }) => [
      metadata.name,
      spec.template?.spec?.containers[0]?.image ?? '',
    ]),
  );
  return eventsOf(test, 'Deployment')
    .filter((text) => text.startsWith('ScalingReplicaSet: '))
    .map((text) => text.slice('ScalingReplicaSet: '.length))
    .map((text) => text.replace(/nginx-[a-z0-9]+/, (name) => images.get(name) ?? name));
}

/** `status reason: message` of one condition. */
export function conditionOf(test: TestControlPlane, type: string): string | undefined {
  const found = live(test).status?.conditions?.find((one) => one.type === type);
  return found === undefined ? undefined : `${found.status} ${found.reason}: ${found.message}`;
}

/** A Deployment as a user writes it; its pods have its name as a label. */
export const named = (name: string, spec: object = {}, image = 'nginx') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image }] },
    },
    ...spec,
  },
});
