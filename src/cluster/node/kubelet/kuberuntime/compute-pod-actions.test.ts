import { describe, expect, it } from 'vitest';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import { hashContainer } from '../container/hash.ts';
import type { RuntimePodStatus } from '../container/runtime-status.ts';
import { kubeletOver } from '../faulty-runtime.fixture.ts';
import { podOf } from '../pod.fixture.ts';
import { computePodActions } from './compute-pod-actions.ts';
import { containerHashAnnotation } from './labels.ts';
import type { ProbeVerdicts } from './pod-actions.ts';

const sandbox: PodSandboxStatus = {
  id: 's',
  metadata: { name: 'p', namespace: 'default', uid: 'u', attempt: 0 },
  state: 'SANDBOX_READY',
  createdAt: 0,
  ip: '10.244.0.2',
  namespaceOptions: { network: 'POD', pid: 'CONTAINER', ipc: 'POD' },
  labels: {},
  annotations: {},
};

const container = (name: string, change: Partial<ContainerStatus> = {}): ContainerStatus => ({
  id: `id-${name}`,
  podSandboxId: 's',
  metadata: { name, attempt: 0 },
  state: 'CONTAINER_RUNNING',
  createdAt: 1,
  startedAt: 1,
  finishedAt: 0,
  exitCode: 0,
  reason: '',
  message: '',
  image: { image: 'nginx', userSpecifiedImage: '' },
  imageRef: '',
  imageId: '',
  labels: {},
  annotations: { [containerHashAnnotation]: hashContainer({ name, image: 'nginx' }) },
  logPath: '',
  ...change,
});

const runtime = (
  containers: readonly ContainerStatus[] = [],
  sandboxes: readonly PodSandboxStatus[] = [sandbox],
): RuntimePodStatus => ({ uid: 'u', sandboxes, containers, at: 0 });

const well: ProbeVerdicts = {
  livenessFailed: () => false,
  startupFailed: () => false,
  started: () => true,
};

const names = (containers: readonly { readonly name: string }[]) =>
  containers.map(({ name }) => name);

describe('computePodActions', () => {
  it('makes a sandbox for a new pod and starts its containers', () => {
    const actions = computePodActions(podOf(), runtime([], []), well);
    expect(actions).toMatchObject({ createSandbox: true, attempt: 0 });
    expect(names(actions.containersToStart)).toEqual(['app']);
  });

  it('starts only the first init container in a new sandbox', () => {
    const pod = podOf({ initContainers: [{ name: 'one' }, { name: 'two' }] });
    const actions = computePodActions(pod, runtime([], []), well);
    expect(names(actions.initContainersToStart)).toEqual(['one']);
    expect(actions.containersToStart).toEqual([]);
  });

  it('makes another sandbox with the next attempt when the old one is gone', () => {
    const dead = { ...sandbox, state: 'SANDBOX_NOTREADY' as const };
    const actions = computePodActions(podOf(), runtime([container('app')], [dead]), well);
    expect(actions).toMatchObject({ killPod: true, createSandbox: true, attempt: 1 });
  });

  it('leaves a running container alone', () => {
    const actions = computePodActions(podOf(), runtime([container('app')]), well);
    expect(actions).toMatchObject({ killPod: false, containersToStart: [], containersToKill: [] });
  });

  it('kills and restarts a container whose liveness probe failed', () => {
    const failing = { ...well, livenessFailed: () => true };
    const actions = computePodActions(podOf(), runtime([container('app')]), failing);
    expect(actions.containersToKill[0]?.message).toBe(
      'Container app failed liveness probe, will be restarted',
    );
    expect(names(actions.containersToStart)).toEqual(['app']);
  });

  it('kills and restarts a container whose image changed', () => {
    const pod = podOf({ containers: [{ name: 'app', image: 'nginx:2' }] });
    const actions = computePodActions(pod, runtime([container('app')]), well);
    expect(actions.containersToKill[0]?.message).toBe(
      'Container app definition changed, will be restarted',
    );
  });

  it('kills the pod once nothing runs and nothing is to be started', () => {
    const exited = container('app', { state: 'CONTAINER_EXITED', exitCode: 0 });
    const actions = computePodActions(podOf({ restartPolicy: 'Never' }), runtime([exited]), well);
    expect(actions.killPod).toBe(true);
  });

  it('goes on to the regular containers once a sidecar has started', () => {
    const pod = podOf({
      initContainers: [{ name: 'logger', image: 'nginx', restartPolicy: 'Always' }],
    });
    const before = computePodActions(pod, runtime([container('logger')]), {
      ...well,
      started: () => false,
    });
    expect(before.containersToStart).toEqual([]);
    const after = computePodActions(pod, runtime([container('logger')]), well);
    expect(names(after.containersToStart)).toEqual(['app']);
  });
});

describe('init containers', () => {
  const sidecar = (name: string) => ({ name, image: 'nginx', restartPolicy: 'Always' as const });
  const exited = (name: string, exitCode: number) =>
    container(name, { state: 'CONTAINER_EXITED', exitCode });
  const pod = podOf({ initContainers: [sidecar('one'), { name: 'two', image: 'nginx' }] });

  it('go on after one that is done, while a sidecar before it starts again', () => {
    const three = { name: 'three', image: 'nginx' };
    const longer = podOf({ initContainers: [...(pod.spec.initContainers ?? []), three] });
    const status = runtime([exited('one', 1), exited('two', 0)]);
    expect(names(computePodActions(longer, status, well).initContainersToStart)).toEqual([
      'one',
      'three',
    ]);
  });

  it('do not wait for a sidecar that crashed when a later one was done', () => {
    const actions = computePodActions(pod, runtime([exited('one', 1), exited('two', 0)]), well);
    expect(names(actions.initContainersToStart)).toEqual(['one']);
    expect(names(actions.containersToStart)).toEqual(['app']);
  });

  it('that are sidecars start again with another definition', () => {
    const status = runtime([
      container('one', { annotations: {} }),
      exited('two', 0),
      container('app'),
    ]);
    const actions = computePodActions(pod, status, well);
    expect(actions.containersToKill[0]?.message).toBe('Init container one definition changed');
    expect(names(actions.initContainersToStart)).toEqual(['one']);
  });

  it('are not counted by regular containers that ended', () => {
    const status = runtime([exited('app', 1)]);
    const actions = computePodActions(pod, status, well);
    expect(names(actions.initContainersToStart)).toEqual(['one']);
    expect(actions.containersToStart).toEqual([]);
  });
});

describe('hashContainer', () => {
  it('gives the hash that a real kubelet writes', () => {
    expect(hashContainer({ name: 'nginx', image: 'nginx' })).toBe('a564281e');
    expect(hashContainer({ name: 'app', image: 'busybox:1.36' })).toBe('395745');
  });
});

describe('a kubelet whose containers are not as it left them', () => {
  it('kills one whose state is unknown before it starts another', () => {
    const { pod, wait, messages, become } = kubeletOver();
    pod('web');
    wait(5);
    become((status) => ({ ...status, state: 'CONTAINER_UNKNOWN' }));
    wait(100);
    expect(messages()).toContain(
      '"reason":"Killing","message":"Container is in "unknown" state, try killing it before restart"',
    );
    expect(messages()).toContain('"reason":"ContainerStatusUnknown"');
  });
});
