import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import type { Node, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { admit, NodeResources } from './predicate.ts';

const metadata = {
  namespace: 'default',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
};

const node: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { ...metadata, name: 'node-1', uid: 'n', labels: { disk: 'ssd' } },
  spec: {},
  status: { allocatable: { cpu: '2', memory: '4Gi', pods: '2' } },
};

const podOf = (uid: string, spec: Partial<PodSpec> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata, name: uid, uid },
  spec: { containers: [{ name: 'app' }], ...spec },
});

const asking = (uid: string, cpu: string): Pod =>
  podOf(uid, { containers: [{ name: 'app', resources: { requests: { cpu } } }] });

describe('kubelet admission', () => {
  it('counts what the pods of the node ask for', () => {
    const resources = new NodeResources();
    resources.add(asking('a', '1500m'));
    expect(admit(asking('b', '600m'), node, resources)).toMatchObject({
      reason: 'OutOfcpu',
      message: "Node didn't have enough resource: cpu, requested: 600, used: 1500, capacity: 2000",
    });
    resources.remove('a');
    expect(admit(asking('b', '600m'), node, resources).admitted).toBe(true);
  });

  it('takes no more pods than it has room for', () => {
    const resources = new NodeResources();
    resources.add(podOf('a'));
    resources.add(podOf('b'));
    expect(admit(podOf('c'), node, resources).reason).toBe('OutOfpods');
  });

  it('holds to the node selector', () => {
    const pod = podOf('a', { nodeSelector: { disk: 'hdd' } });
    expect(admit(pod, node, new NodeResources())).toMatchObject({
      reason: 'NodeAffinity',
      message: "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
    });
  });

  it('refuses a taint of NoExecute, but not one of NoSchedule', () => {
    const tainted = (effect: 'NoExecute' | 'NoSchedule'): Node => ({
      ...node,
      spec: { taints: [{ key: 'k', effect }] },
    });
    expect(admit(podOf('a'), tainted('NoExecute'), new NodeResources()).reason).toBe(
      'TaintToleration',
    );
    expect(admit(podOf('a'), tainted('NoSchedule'), new NodeResources()).admitted).toBe(true);
  });
});

describe('a kubelet that is asked to take a pod', () => {
  const resources = { requests: { 'ephemeral-storage': '20Gi' } };
  const pod = podOf('u', { containers: [{ name: 'app', image: 'nginx', resources }] });

  it('takes none while it does not know its node', () => {
    expect(admit(pod, undefined, new NodeResources())).toEqual({
      admitted: false,
      reason: 'InvalidNodeInfo',
      message: 'Kubelet cannot get node info.',
    });
  });

  it('takes none that asks for more local storage than is left', () => {
    const allocatable = { pods: '110', 'ephemeral-storage': '30Gi' };
    const used = new NodeResources();
    used.add({ ...pod, metadata: { ...pod.metadata, uid: 'other' } });
    expect(admit(pod, { ...node, status: { allocatable } }, used)).toMatchObject({
      reason: 'OutOfephemeral-storage',
      message:
        "Node didn't have enough resource: ephemeral-storage, requested: 21474836480, " +
        'used: 21474836480, capacity: 32212254720',
    });
  });
});

describe('a kubelet that admits pods', () => {
  const bed = new NodeBed({ pods: 6 });
  const ask = (resources: object) => ({ resources: { requests: resources } });
  bed.pod('cpu', ask({ cpu: '3' }));
  bed.pod('memory', ask({ memory: '90Gi' }));
  bed.pod('affinity', {}, { nodeSelector: { disk: 'ssd' } });
  bed.pod('os', {}, { nodeSelector: { 'kubernetes.io/os': 'windows' } });
  bed.pod('windows', {}, { os: { name: 'windows' } });
  const port = { ports: [{ containerPort: 80, hostPort: 8080 }] };
  bed.pod('port-1', port);
  bed.pod('port-2', port);
  const sysctls = [{ name: 'kernel.msgmax', value: '1' }];
  bed.pod('sysctl', {}, { securityContext: { sysctls } });
  bed.wait(5);
  bed.run('taint node node-1 stop=now:NoExecute');
  bed.wait(5);
  bed.pod('taint', {});
  bed.wait(3);
  bed.run('taint node node-1 stop-');
  for (let i = 0; i < 7; i++) bed.pod(`many-${i}`, {});
  bed.wait(5);

  it('refuses what does not fit, and says why', () => {
    bed.expectTold([
      "Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000",
      "Node didn't have enough resource: memory, requested: ",
      "Node didn't have enough resource: pods, requested: 1, used: 6, capacity: 6",
      '"reason":"OutOfcpu"',
      'Pod was rejected: ',
      "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
      "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
      "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
      "Failed to admit pod as the OS field doesn't match node OS",
      "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
      'forbidden sysctl: "kernel.msgmax" not allowlisted',
    ]);
  });
});
