/** What tests of workload controllers do in place of a scheduler and kubelets. */
import { rfc3339 } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { events, nodes, pods, type Resource } from '#k8s.io/client-go/rest/resource';
import type { TestControlPlane } from './control-plane.fixture.ts';

export const template = (image = 'nginx', spec: object = {}, labels = { app: 'x' }) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'a', image }], ...spec },
});

export const selector = { matchLabels: { app: 'x' } };

export const podsOf = (test: TestControlPlane): readonly Pod[] => test.list<Pod>(pods);

export const podNames = (test: TestControlPlane): readonly string[] =>
  podsOf(test).map(({ metadata }) => metadata.name);

/** `reason: message` of every event about objects of a kind. */
export const eventsOf = (test: TestControlPlane, kind: string): readonly string[] =>
  test
    .list<KubeObject & { involvedObject: { kind: string }; reason: string; message: string }>(
      events,
    )
    .filter(({ involvedObject }) => involvedObject.kind === kind)
    .map(({ reason, message }) => `${reason}: ${message}`);

interface WithConditions extends KubeObject {
  readonly status?: { readonly conditions?: readonly Readonly<Record<string, string>>[] };
}

/** `type=status reason: message` of the conditions of an object, in their order. */
export const conditionsIn = (object: KubeObject): readonly string[] =>
  ((object as WithConditions).status?.conditions ?? []).map(
    (one) => `${one['type']}=${one['status']} ${one['reason']}: ${one['message']}`,
  );

export const conditionsOf = (
  test: TestControlPlane,
  resource: Resource,
  name: string,
  namespace?: string,
): readonly string[] => conditionsIn(test.get(resource, name, namespace));

export function addNode(test: TestControlPlane, name: string, more: object = {}): void {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {}, ...more };
  test.create(nodes, node, '');
}

/** Binds a pod if it is not bound yet. */
export function bind(test: TestControlPlane, pod: Pod, node = 'node-9'): void {
  const { namespace, name } = pod.metadata;
  if (pod.spec.nodeName !== undefined) return;
  const metadata = { name };
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata,
    target: { kind: 'Node', name: node },
  };
  test.do(() => test.client.create(pods, body, { namespace, name, subresource: 'binding' }));
}

/** Reports a pod's status, as its kubelet does. */
export function report(test: TestControlPlane, name: string, status: object): void {
  test.patch(pods, name, { status }, 'status');
}

export function makeReady(test: TestControlPlane, pod: Pod, node?: string, podIP?: string): void {
  bind(test, pod, node);
  const lastTransitionTime = rfc3339(test.sim.now);
  report(test, pod.metadata.name, {
    phase: 'Running',
    ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }],
  });
}

export function makeAllReady(test: TestControlPlane): void {
  for (const pod of podsOf(test)) {
    const isWaiting = pod.status?.phase === 'Pending';
    if (isWaiting && pod.metadata.deletionTimestamp === undefined) makeReady(test, pod);
  }
}

/** Ends a pod with this exit code. */
export function end(test: TestControlPlane, pod: Pod, exitCode: number, node?: string): void {
  bind(test, pod, node);
  const finishedAt = rfc3339(test.sim.now);
  const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', finishedAt };
  report(test, pod.metadata.name, {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: finishedAt }],
    containerStatuses: [
      {
        name: 'a',
        ready: false,
        restartCount: 0,
        image: '',
        imageID: '',
        state: { terminated },
      },
    ],
  });
}

/** Removes pods that are being deleted, as if their kubelet had stopped them. */
export function removeTerminating(test: TestControlPlane): void {
  for (const { metadata } of podsOf(test)) {
    if (metadata.deletionTimestamp === undefined) continue;
    const { namespace, name } = metadata;
    test.do(() => test.client.delete(pods, { namespace, name }, { gracePeriodSeconds: 0 }));
  }
}

export function remove(test: TestControlPlane, pod: Pod | undefined, gracePeriodSeconds = 0): void {
  const { namespace = 'default', name = '' } = pod?.metadata ?? {};
  test.do(() => test.client.delete(pods, { namespace, name }, { gracePeriodSeconds }));
}
