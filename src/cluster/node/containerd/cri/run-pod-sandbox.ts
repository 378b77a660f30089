/**
 * RunPodSandbox: a network namespace with an address, then the pause process that holds it.
 * Models containerd internal/cri/server/sandbox_run.go: the network comes before the process.
 */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CniArgs } from '#cluster/node/cni/plugin';
import type { CriResult, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { FileSystem } from '../files/file-system.ts';
import { sandboxMounts, writeSandboxFiles } from '../files/sandbox-files.ts';
import type { StoredImage } from '../images/image-store.ts';
import { pullImage } from '../images/pull-image.ts';
import type { Sandbox } from '../node-state.ts';
import { sandboxSpec } from '../oci-spec.ts';
import { findExecutable } from '../processes/executables.ts';
import { contentOf } from '../processes/image-content.ts';
import { unknownError } from '../runtime-error.ts';
import { ContainerTask } from '../shim/container-task.ts';

export const pauseImage = 'registry.k8s.io/pause:3.10.1';

/** `cpu.shares` of the pause container. */
const sandboxShares = 2;

const snapshotTime = { base: ms(12), jitter: ms(6) };
const shimTime = { base: ms(24), jitter: ms(10) };
const createTime = { base: ms(30), jitter: ms(12) };
const startTime = { base: ms(10), jitter: ms(6) };

export function* runPodSandbox(
  context: ContainerdContext,
  config: PodSandboxConfig,
): Process<CriResult<{ readonly podSandboxId: string }>> {
  const { state } = context;
  const { metadata } = config;
  const { name: podName, namespace, uid, attempt } = metadata;
  const name = `${podName}_${namespace}_${uid}_${attempt}`;
  if (state.names.has(name)) {
    return err(
      unknownError(`failed to reserve sandbox name "${name}": name "${name}" is reserved`),
    );
  }
  state.names.add(name);
  const sandbox = newSandbox(context, name, config);
  state.starting.add(sandbox);
  context.step('sandbox-stored', sandbox.pod, { id: sandbox.id, name, attempt });
  const connected = yield* setUpNetwork(context, sandbox);
  if (!connected.ok) {
    state.starting.delete(sandbox);
    state.names.delete(name);
    return connected;
  }
  const image = yield* ensurePauseImage(context, config);
  if (!image.ok) {
    yield* tearDownNetwork(context, sandbox);
    state.starting.delete(sandbox);
    state.names.delete(name);
    return image;
  }
  yield* startSandbox(context, sandbox, image.value);
  const createdAt = context.wall();
  state.starting.delete(sandbox);
  state.addSandbox(sandbox);
  state.setSandbox(sandbox, { state: 'SANDBOX_READY', ip: connected.value, createdAt });
  return ok({ podSandboxId: sandbox.id });
}

function newSandbox(context: ContainerdContext, name: string, config: PodSandboxConfig): Sandbox {
  const { state } = context;
  const { metadata, labels, annotations, linux } = config;
  const id = state.newId();
  const onHost = linux.namespaceOptions.network === 'NODE';
  const network: CniArgs = {
    containerId: id,
    netns: `/var/run/netns/cni-${state.newUuid()}`,
    ifName: 'eth0',
    podNamespace: metadata.namespace,
    podName: metadata.name,
    podUid: metadata.uid,
    portMappings: config.portMappings,
  };
  return {
    id,
    name,
    pod: `${metadata.namespace}/${metadata.name}`,
    config,
    network: onHost ? undefined : network,
    status: {
      id,
      metadata,
      state: 'SANDBOX_NOTREADY',
      createdAt: context.wall(),
      ip: '',
      namespaceOptions: linux.namespaceOptions,
      labels,
      annotations,
    },
    task: undefined,
    networkIs: 'down',
  };
}

/** The address of the pod; empty on the host's network. */
function* setUpNetwork(context: ContainerdContext, sandbox: Sandbox): Process<CriResult<string>> {
  const { network, pod, id } = sandbox;
  if (network === undefined) return ok('');
  if (!context.cni.ready) {
    return err(
      unknownError(`failed to setup network for sandbox "${id}": cni config not initialized`),
    );
  }
  context.step('network-namespace-created', pod, { path: network.netns });
  const added = yield* context.cni.add(network);
  if (!added.ok) {
    context.step('network-namespace-removed', pod, { path: network.netns });
    const { message } = added.error;
    return err(unknownError(`failed to setup network for sandbox "${id}": ${message}`));
  }
  sandbox.networkIs = 'up';
  return ok(added.value.ips[0]?.address.split('/')[0] ?? '');
}

/** Disconnects a sandbox and deletes its network namespace. A second call does nothing. */
export function* tearDownNetwork(context: ContainerdContext, sandbox: Sandbox): Process {
  const { network, pod } = sandbox;
  if (network === undefined || sandbox.networkIs !== 'up') return;
  sandbox.networkIs = 'goes';
  yield* context.cni.del(network);
  sandbox.networkIs = 'down';
  context.step('network-namespace-removed', pod, { path: network.netns });
}

function* ensurePauseImage(
  context: ContainerdContext,
  config: PodSandboxConfig,
): Process<CriResult<StoredImage>> {
  const present = context.state.images.find(pauseImage);
  if (present !== undefined) return ok(present);
  const pod = `${config.metadata.namespace}/${config.metadata.name}`;
  const pulled = yield* pullImage(context, pauseImage, pod);
  if (pulled.ok) return pulled;
  const { message } = pulled.error;
  return err(unknownError(`failed to get sandbox image "${pauseImage}": ${message}`));
}

function* startSandbox(context: ContainerdContext, sandbox: Sandbox, image: StoredImage): Process {
  const { state, env, component } = context;
  const { id, pod, config } = sandbox;
  yield* context.work(snapshotTime.base, snapshotTime.jitter);
  context.step('snapshot-prepared', pod, {
    key: id,
    parent: image.status.id,
    snapshotter: 'overlayfs',
  });
  const spec = sandboxSpec(id, config, image.config, sandbox.network?.netns ?? '');
  context.step('spec-generated', pod, {
    id,
    cgroupsPath: spec.cgroupsPath,
    args: spec.args.join(' '),
  });
  writeSandboxFiles(state.disk, id, config);
  yield* context.work(shimTime.base, shimTime.jitter);
  context.step('shim-started', pod, { id, shim: 'containerd-shim-runc-v2', pid: state.newPid() });
  yield* context.work(createTime.base, createTime.jitter);
  const program = findExecutable(image.config, spec.args[0] ?? '');
  if (!program.ok) throw new Error(`the sandbox image has no ${spec.args[0]}`);
  const pid = state.newPid();
  context.step('task-created', pod, { id, pid });
  sandbox.task = new ContainerTask({
    sim: env.sim,
    name: `${component} pause ${id.slice(0, 12)}`,
    pid,
    spec,
    files: new FileSystem(sandboxMounts(state.disk, id, new Set()), contentOf(image.config).files),
    program: program.value,
    onOutput: () => undefined,
    onExit: ({ exitCode, signal }) => {
      env.tracer.emit({
        type: 'ProcessExited',
        component,
        pod,
        container: '',
        pid,
        exitCode,
        signal,
      });
    },
    onReaped: ({ exitCode }) => {
      context.step('task-exited', pod, { id, pid, exitCode });
      context.cgroups.remove(spec.cgroupsPath);
      state.setSandbox(sandbox, { state: 'SANDBOX_NOTREADY' });
    },
    reapDelay: () => context.reapDelay(),
  });
  context.cgroups.set(spec.cgroupsPath, { cpuShares: sandboxShares, ofContainer: true });
  yield* context.work(startTime.base, startTime.jitter);
  const { namespaces, args: argv } = spec;
  env.tracer.emit({ type: 'ProcessStarted', component, pod, container: '', pid, argv, namespaces });
  sandbox.task.start();
  context.step('task-started', pod, { id, pid });
}
