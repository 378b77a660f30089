/** Words of single parts of a node, for states that a whole cluster here never comes into. */
import { describe, expect, it } from 'vitest';
import { err } from '#base/result';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { images } from '#scenarios/images';
import { RuntimeBed, sandboxConfig } from './containerd/testing/runtime-bed.fixture.ts';
import { admit, NodeResources } from './kubelet/lifecycle/predicate.ts';
import { conditionVerdicts } from './kubelet/nodestatus/setters.ts';
import { containersReady, podInitialized } from './kubelet/status/generate.ts';

const creationTimestamp = '2026-01-01T00:00:00Z';

const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp,
  },
  spec: {
    initContainers: [{ name: 'init', image: 'busybox' }],
    containers: [
      { name: 'app', image: 'nginx', resources: { requests: { 'ephemeral-storage': '20Gi' } } },
    ],
  },
};

describe('a runtime without a network configuration', () => {
  const bed = new RuntimeBed(images, () => ({
    name: 'none',
    ready: false,
    *add() {
      return err({ code: 1, message: 'never asked' });
    },
    *del() {
      return err({ code: 1, message: 'never asked' });
    },
  }));
  const { runtime } = bed.containerd;

  it('is not ready for pods that need one', () => {
    expect(bed.done(runtime.status())).toEqual({
      runtimeReady: true,
      networkReady: false,
      message: 'Network plugin returns error: cni plugin not initialized',
    });
  });

  it('makes no sandbox', () => {
    const made = bed.call(runtime.runPodSandbox(sandboxConfig('web'), ''));
    expect(made.ok ? '' : made.error.message).toMatch(
      /^failed to setup network for sandbox "[0-9a-f]{64}": cni config not initialized$/,
    );
  });
});

describe('a kubelet that is asked to take a pod', () => {
  it('takes none while it does not know its node', () => {
    expect(admit(pod, undefined, new NodeResources())).toEqual({
      admitted: false,
      reason: 'InvalidNodeInfo',
      message: 'Kubelet cannot get node info.',
    });
  });

  it('takes none that asks for more local storage than is left', () => {
    const node: Node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-1', uid: 'n', resourceVersion: '1', creationTimestamp },
      spec: {},
      status: { allocatable: { pods: '110', 'ephemeral-storage': '30Gi' } },
    };
    const resources = new NodeResources();
    resources.add({ ...pod, metadata: { ...pod.metadata, uid: 'other' } });
    expect(admit(pod, node, resources)).toMatchObject({
      reason: 'OutOfephemeral-storage',
      message:
        "Node didn't have enough resource: ephemeral-storage, requested: 21474836480, " +
        'used: 21474836480, capacity: 32212254720',
    });
  });
});

describe('conditions', () => {
  it('tell of process ids that run out', () => {
    expect(conditionVerdicts([], ['PIDPressure'])).toContainEqual({
      type: 'PIDPressure',
      status: 'True',
      reason: 'KubeletHasInsufficientPID',
      message: 'kubelet has insufficient PID available',
    });
  });

  it('name the containers of which nothing is known', () => {
    expect(containersReady(pod, new Map(), 'Pending')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unknown status: [app]',
    });
    expect(podInitialized(pod, new Map(), 'Pending')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with unknown status: [init]',
    });
  });
});
