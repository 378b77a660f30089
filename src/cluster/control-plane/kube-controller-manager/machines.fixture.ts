/** Nodes as kubelets report them, for tests of the controllers that watch nodes. */
import { defined } from '#base/defined';
import { type Duration, rfc3339, rfc3339Micro, second } from '#base/sim-time';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import { leases, nodes } from '#k8s.io/client-go/rest/resource';
import type { TestControlPlane } from './control-plane.fixture.ts';

/** A node that was ready when it registered. */
export function machine(
  test: TestControlPlane,
  name: string,
  { labels, ...spec }: object & { readonly labels?: Readonly<Record<string, string>> } = {},
): object {
  const time = rfc3339(test.sim.now);
  const conditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({
    type,
    status: type === 'Ready' ? 'True' : 'False',
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  }));
  const metadata = { name, ...defined({ labels }) };
  return { apiVersion: 'v1', kind: 'Node', metadata, spec, status: { conditions } };
}

/** Sends a heartbeat of a node, as its kubelet does. */
export function heartbeat(test: TestControlPlane, name: string): void {
  const renewTime = rfc3339Micro(test.sim.now);
  const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime };
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec };
  const namespace = 'kube-node-lease';
  const known = test.list(leases, namespace).some(({ metadata }) => metadata.name === name);
  if (known) test.patch(leases, name, { spec }, '', namespace);
  else test.create(leases, lease, namespace);
}

/** Lets time pass while only these nodes send heartbeats. */
export function beat(test: TestControlPlane, names: readonly string[], time: Duration): void {
  const end = test.sim.now + time;
  while (test.sim.now < end) {
    test.run(10 * second);
    for (const name of names) heartbeat(test, name);
  }
}

export const nodeOf = (test: TestControlPlane, name: string): Node =>
  test.get<Node>(nodes, name, '');

/** `key:effect` of the taints of a node. */
export const taintsOf = (test: TestControlPlane, name: string): readonly string[] =>
  (nodeOf(test, name).spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

export function setTaints(test: TestControlPlane, name: string, taints: readonly Taint[]): void {
  test.patch(nodes, name, { spec: { taints } }, '', '');
}

/** Reports one condition of a node, as its kubelet does. */
export function reportCondition(
  test: TestControlPlane,
  name: string,
  type: string,
  status: string,
): void {
  const time = rfc3339(test.sim.now);
  const conditions = (nodeOf(test, name).status?.conditions ?? []).map((one) =>
    one.type === type ? { ...one, status, lastHeartbeatTime: time, lastTransitionTime: time } : one,
  );
  test.patch(nodes, name, { status: { conditions } }, 'status', '');
}
