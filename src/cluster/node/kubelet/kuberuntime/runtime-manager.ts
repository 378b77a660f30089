/**
 * Starts and stops pods in the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod and KillPod. In: pod and
 * runtime status. Out: CRI calls in upstream's order, and the reason for each container that did
 * not start.
 */
import type { Container, Pod, ResourceRequirements } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import type { ContainerStatus, PodSandboxConfig } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { PodContainerManager } from '../cm/pod-container-manager.ts';
import { containerResources } from '../cm/resource-config.ts';
import { isSidecar, podDescription, podKey } from '../container/names.ts';
import {
  findContainer,
  isRunning,
  type RuntimePodStatus,
  runningContainers,
} from '../container/runtime-status.ts';
import type { EnvironmentSources } from '../envvars/environment.ts';
import type { ImageManager } from '../images/image-manager.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import type { HandlerRunner } from '../lifecycle/handlers.ts';
import { cleanLogs } from '../logs/container-log-manager.ts';
import type { Cancellation } from '../util/cancellation.ts';
import { grpcErrorText, grpcNotFound } from '../util/grpc.ts';
import type { MountedVolume } from '../volumemanager/volume-plugins.ts';
import { computePodActions } from './compute-pod-actions.ts';
import { CrashBackoff, type SyncFailure } from './crash-backoff.ts';
import { hostnameError } from './hostname.ts';
import { imageVolumes } from './image-volumes.ts';
import { ContainerKiller, resultError } from './kill-container.ts';
import type { PodActions, ProbeVerdicts } from './pod-actions.ts';
import { getPodStatus, newestFirst } from './pod-status.ts';
import { type ResizedContainer, resizeSteps } from './resize.ts';
import {
  dnsSource,
  dnsWarnings,
  generatePodSandboxConfig,
  missingClusterDns,
} from './sandbox-config.ts';
import { ContainerStarter, type StartContext } from './start-container.ts';

export interface PodSyncResult {
  readonly failures: readonly SyncFailure[];
  readonly started: readonly string[];
}

export interface RuntimeSyncOptions {
  readonly pod: Pod;
  readonly status: RuntimePodStatus;
  readonly verdicts: ProbeVerdicts;
  readonly environment: (podIP: string) => EnvironmentSources;
  readonly volume: (name: string) => MountedVolume | undefined;
  readonly runtimeHandler: () => { readonly handler: string } | { readonly error: string };
  /** Called when the sandbox is ready, before any image is pulled. */
  readonly onSandboxReady: () => void;
  readonly cancelled: () => boolean;
  /** Whether the allocated resources differ from the containers' actual ones. */
  readonly resize?: boolean;
  /** The resources a container had before. */
  readonly actuated?: (container: string) => ResourceRequirements | undefined;
}

/** Source: kubecontainer ErrResizePodInPlace. */
export const resizeFailed = 'ResizePodInPlaceError';

export class RuntimeManager {
  readonly #context: KubeletContext;
  readonly #cgroups: PodContainerManager;
  readonly #images: ImageManager;
  readonly #killer: ContainerKiller;
  readonly #starter: ContainerStarter;
  /**
   * Restarts by pod and container, in place of the log folder that calcRestartCountByLogDir reads.
   */
  readonly #resets = new Map<string, number>();
  readonly #crashBackoff: CrashBackoff;

  constructor(
    context: KubeletContext,
    cgroups: PodContainerManager,
    images: ImageManager,
    handlers: HandlerRunner,
  ) {
    this.#context = context;
    this.#crashBackoff = new CrashBackoff(context);
    this.#cgroups = cgroups;
    this.#images = images;
    this.#killer = new ContainerKiller(context, handlers);
    this.#starter = new ContainerStarter(context, images, handlers, this.#killer);
  }

  /** The pod is gone: drops its back-offs. */
  forget(uid: string): void {
    this.#crashBackoff.forget(uid);
    for (const key of [...this.#resets.keys()]) {
      if (key.startsWith(`${uid}_`)) this.#resets.delete(key);
    }
  }

  *syncPod(options: RuntimeSyncOptions): Process<PodSyncResult> {
    const { pod, verdicts } = options;
    let { status } = options;
    const actions = computePodActions(pod, status, verdicts);
    this.#emitActions(pod, actions);
    if (actions.killPod) {
      if (actions.createSandbox && status.sandboxes.length > 0) this.#sandboxChanged(pod);
      if (status.sandboxes.length > 0) {
        const errors = yield* this.killPod(pod, status, undefined);
        if (errors.length > 0) return failed('KillPodSandboxError', errors.join(', '));
      }
      if (!actions.createSandbox) return { failures: [], started: [] };
      yield* this.#purgeInitContainers(pod, status);
    } else {
      for (const kill of this.#context.sim.inTurn(actions.containersToKill)) {
        const { status: container, message, reason } = kill;
        const error = yield* this.#killer.kill({ pod, status: container, message, reason });
        if (error !== undefined) return failed('KillContainerError', error);
      }
      if (actions.containersToReset.length > 0) {
        const error = yield* this.#reset(options, actions.containersToReset);
        if (error !== undefined) return failed('KillContainerError', error);
        status = { ...status, containers: without(status.containers, actions.containersToReset) };
      }
    }
    if (options.resize !== true && startsNothing(actions)) {
      return options.cancelled() ? canceled : { failures: [], started: [] };
    }
    const { attempt } = actions;
    const config = generatePodSandboxConfig(pod, attempt, this.#context, this.#cgroups);
    if (actions.createSandbox) this.#warnOfDns(pod);
    let { sandboxId } = actions;
    let podIP = status.sandboxes[0]?.ip ?? '';
    if (actions.createSandbox) {
      if (!(yield* this.#prepareDevices(pod))) return { failures: [], started: [] };
      const sandbox = yield* this.#createSandbox(options, config);
      if ('failure' in sandbox) return sandbox.failure;
      ({ sandboxId, podIP } = sandbox);
      options.onSandboxReady();
    }
    if (options.cancelled()) return canceled;
    return yield* this.#startContainers(options, actions, {
      imageVolumes: yield* imageVolumes(this.#images, pod, config),
      pod,
      status,
      sandboxId,
      sandboxConfig: config,
      environment: options.environment(podIP),
      volume: options.volume,
      restarts: (name) => this.resetTo(pod.metadata.uid, name),
    });
  }

  /**
   * Without its devices a pod does not start. It counts as synced and is tried again with the next
   * sync. Source: PrepareDynamicResources in SyncPod.
   */
  *#prepareDevices(pod: Pod): Process<boolean> {
    const { dra, events } = this.#context;
    if (dra === undefined) return true;
    const refused = yield* dra.prepare(pod);
    if (refused === undefined) return true;
    const message = `Failed to prepare dynamic resources: ${refused}`;
    events.pod(pod, 'Warning', 'FailedPrepareDynamicResources', message);
    return false;
  }

  /** In a new sandbox all init containers run again, so those of the old one must not count. */
  *#purgeInitContainers(pod: Pod, { containers }: RuntimePodStatus): Process {
    const names = new Set((pod.spec.initContainers ?? []).map(({ name }) => name));
    if (names.size === 0) return;
    const { cri, sim } = this.#context;
    for (const container of sim.inTurn(containers)) {
      if (!names.has(container.metadata.name)) continue;
      cleanLogs(cri.logDisk, container);
      yield* cri.removeContainer(podKey(pod), container.id);
    }
  }

  /** Stops and removes containers. Their logs stay; restarts are counted by them. */
  *#reset(
    { pod }: RuntimeSyncOptions,
    containers: readonly ContainerStatus[],
  ): Process<string | undefined> {
    const { cri } = this.#context;
    for (const status of this.#context.sim.inTurn(containers)) {
      if (isRunning(status)) {
        const error = yield* this.#killer.kill({ pod, status, message: '', reason: '' });
        if (error !== undefined) return error;
      }
      const { name, attempt } = status.metadata;
      const key = `${pod.metadata.uid}_${name}`;
      this.#resets.set(key, Math.max(attempt + 1, this.#resets.get(key) ?? 0));
      yield* cri.removeContainer(podKey(pod), status.id);
    }
    return undefined;
  }

  /**
   * The restart count for the next start of a container that was removed; 0: it was not removed.
   */
  resetTo(uid: string, container: string): number {
    return this.#resets.get(`${uid}_${container}`) ?? 0;
  }

  /** Returns the error, empty on success. Source: doPodResizeAction. */
  *#resize(
    options: RuntimeSyncOptions,
    { containersToKill }: PodActions,
    sandboxId: string,
  ): Process<string> {
    const { pod } = options;
    const { cri } = this.#context;
    const killed = new Set(containersToKill.map(({ status }) => status.id));
    const key = podKey(pod);
    const before = this.#cgroups.current(pod);
    const after = this.#cgroups.wanted(pod);
    let failure = '';
    for (const step of resizeSteps(before, after, this.#resized(options, killed))) {
      if (step.kind === 'pod') {
        this.#cgroups.change(pod, step.resources);
        // The runtime need not implement this call, so its error is ignored.
        yield* cri.updatePodSandboxResources(key, sandboxId, step.resources);
        continue;
      }
      const updated = yield* cri.updateContainerResources(key, step.id, step.resources);
      if (!updated.ok) failure = grpcErrorText(updated.error);
      if (failure !== '') return failure;
    }
    this.#cgroups.update(pod);
    return failure;
  }

  /** The containers that keep running. */
  #resized(
    { pod, status, actuated }: RuntimeSyncOptions,
    killed: ReadonlySet<string>,
  ): readonly ResizedContainer[] {
    const { node, managers } = this.#context;
    const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar);
    return [...sidecars, ...pod.spec.containers].flatMap((container) => {
      const current = findContainer(status, container.name);
      if (current?.state !== 'CONTAINER_RUNNING' || killed.has(current.id)) return [];
      const asked = containerResources(pod, container, wholeValue(node.memory));
      const wanted = managers.placed(pod, container, asked);
      return [{ container, current, wanted, actuated: actuated?.(container.name) }];
    });
  }

  /**
   * Stops every running container, then all sandboxes. Dead sandboxes are stopped too, which
   * removes the rest of their network. Returns errors. Source: killPodWithSyncResult.
   */
  *killPod(
    pod: Pod,
    status: RuntimePodStatus,
    gracePeriodOverride: number | undefined,
    cancel?: Cancellation,
  ): Process<readonly string[]> {
    const { cri } = this.#context;
    const running = runningContainers(status);
    const errors = [...(yield* this.#killer.killAll(pod, running, gracePeriodOverride, cancel))];
    let failure: string | undefined;
    for (const sandbox of this.#context.sim.inTurn(status.sandboxes)) {
      const stopped = yield* cri.stopPodSandbox(podKey(pod), sandbox.id, cancel);
      if (!stopped.ok && stopped.error.code !== grpcNotFound)
        failure = grpcErrorText(stopped.error);
    }
    if (failure !== undefined) {
      errors.push(resultError('KillPodSandbox', pod.metadata.uid, failure));
    }
    return errors;
  }

  /** Asks the runtime directly, not the cache. */
  *getPodStatus(pod: Pod): Process<RuntimePodStatus> {
    const { cri } = this.#context;
    const { uid } = pod.metadata;
    const sandboxes = yield* cri.listPodSandbox(uid);
    const containers = yield* cri.listContainers(uid);
    const own = sandboxes.ok ? sandboxes.value : [];
    const inside = containers.ok ? containers.value : [];
    return yield* getPodStatus(
      this.#context,
      uid,
      podKey(pod),
      newestFirst(own).map(({ id }) => id),
      newestFirst(inside).map(({ id }) => id),
    );
  }

  *#createSandbox(
    { pod, runtimeHandler }: RuntimeSyncOptions,
    config: PodSandboxConfig,
  ): Process<
    { readonly sandboxId: string; readonly podIP: string } | { readonly failure: PodSyncResult }
  > {
    const { cri, events } = this.#context;
    const unnamed = hostnameError(pod, this.#context.node.name);
    const handler = unnamed === undefined ? runtimeHandler() : { error: unnamed };
    const created =
      'error' in handler
        ? ({ ok: false, error: { code: 2, message: handler.error } } as const)
        : yield* cri.runPodSandbox(config, handler.handler);
    if (!created.ok) {
      const text = 'error' in handler ? handler.error : grpcErrorText(created.error);
      const message = `Failed to create pod sandbox: ${text}`;
      if (pod.metadata.deletionTimestamp === undefined) {
        events.pod(pod, 'Warning', 'FailedCreatePodSandBox', message);
      }
      return { failure: failed('CreatePodSandboxError', message) };
    }
    const sandboxId = created.value.podSandboxId;
    const status = yield* cri.podSandboxStatus(podKey(pod), sandboxId);
    if (!status.ok) {
      const message = `Unable to get pod sandbox status: ${grpcErrorText(status.error)}`;
      events.pod(pod, 'Warning', 'FailedPodSandBoxStatus', message);
      return { failure: failed('FailedPodSandBoxStatus', message) };
    }
    return { sandboxId, podIP: status.value.ip };
  }

  /** Ephemeral, then init, then regular containers, one after the other. */
  *#startContainers(
    options: RuntimeSyncOptions,
    actions: PodActions,
    on: StartContext,
  ): Process<PodSyncResult> {
    const { cancelled } = options;
    const failures: SyncFailure[] = [];
    const started: string[] = [];
    for (const container of this.#context.sim.inTurn(actions.ephemeralContainersToStart)) {
      if (cancelled()) break;
      yield* this.#start(on, container, failures, started);
    }
    for (const container of actions.initContainersToStart) {
      if (cancelled()) break;
      const done = yield* this.#start(on, container, failures, started);
      // The next init container waits for this one, unless it is a sidecar that did not start.
      if (!done && container.restartPolicy !== 'Always') return { failures, started };
    }
    if (options.resize === true) {
      const message = yield* this.#resize(options, actions, on.sandboxId);
      if (message !== '') failures.push({ container: '', reason: resizeFailed, message });
    }
    for (const container of this.#context.sim.inTurn(actions.containersToStart)) {
      if (cancelled()) break;
      yield* this.#start(on, container, failures, started);
    }
    return { failures, started };
  }

  *#start(
    on: StartContext,
    container: Container,
    failures: SyncFailure[],
    started: string[],
  ): Process<boolean> {
    const { name } = container;
    const backoff = this.#crashBackoff.check(on.pod, container, on.status);
    if (backoff !== undefined) {
      failures.push(backoff);
      return false;
    }
    const result = yield* this.#starter.start(on, container);
    if (result.ok) started.push(name);
    else failures.push({ container: name, ...result.error });
    return result.ok;
  }

  #warnOfDns(pod: Pod): void {
    const { events } = this.#context;
    const source = dnsSource(this.#context);
    const missing = missingClusterDns(pod, source);
    if (missing !== undefined) {
      const text = `pod: "${podDescription(pod)}". ${missing}`;
      events.node('Warning', 'MissingClusterDNS', missing);
      events.pod(pod, 'Warning', 'MissingClusterDNS', text);
    }
    for (const warning of dnsWarnings(pod, source)) {
      events.pod(pod, 'Warning', 'DNSConfigForming', warning);
    }
  }

  #sandboxChanged(pod: Pod): void {
    const message = 'Pod sandbox changed, it will be killed and re-created.';
    this.#context.events.pod(pod, 'Normal', 'SandboxChanged', message);
  }

  #emitActions(pod: Pod, actions: PodActions): void {
    const { tracer, component } = this.#context;
    const toStart = startsNothing(actions)
      ? []
      : [
          ...actions.ephemeralContainersToStart,
          ...actions.initContainersToStart,
          ...actions.containersToStart,
        ];
    tracer.emit({
      type: 'PodActionsComputed',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      createSandbox: actions.createSandbox,
      killPod: actions.killPod,
      containersToStart: toStart.map(({ name }) => name),
      containersToKill: actions.containersToKill.map(({ name }) => name),
    });
  }
}

/** The common case: everything that should run does run. */
const startsNothing = (actions: PodActions): boolean =>
  !actions.createSandbox &&
  actions.ephemeralContainersToStart.length === 0 &&
  actions.initContainersToStart.length === 0 &&
  actions.containersToStart.length === 0;

const without = (
  all: readonly ContainerStatus[],
  gone: readonly ContainerStatus[],
): readonly ContainerStatus[] => all.filter((one) => !gone.includes(one));

const failed = (reason: string, message: string): PodSyncResult => ({
  failures: [{ container: '', reason, message }],
  started: [],
});

const canceled = failed('Canceled', 'context canceled');
