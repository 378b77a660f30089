/**
 * What a pod worker does, step by step.
 *
 * Models kubernetes/pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod and SyncTerminatedPod in
 * upstream's order. Each step that does something is a fact.
 */

import { parseRfc3339, second } from '#base/sim-time';
import type { Pod, PodStatus } from '#k8s.io/api/core/v1';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import type { PodSyncStep } from '#trace/facts/kubelet';
import type { AllocationManager } from './allocation/allocation-manager.ts';
import type { PodContainerManager } from './cm/pod-container-manager.ts';
import { isStaticPod } from './config/common.ts';
import { podDescription, podKey } from './container/names.ts';
import { type RuntimePodStatus, runningContainers } from './container/runtime-status.ts';
import type { EnvironmentSources } from './envvars/environment.ts';
import type { KubeletContext } from './kubelet-context.ts';
import type { SyncFailure } from './kuberuntime/crash-backoff.ts';
import { type RuntimeManager, resizeFailed } from './kuberuntime/runtime-manager.ts';
import type { GenericPleg } from './pleg/generic.ts';
import type { MirrorClient } from './pod/mirror-client.ts';
import type { PodManager } from './pod/pod-manager.ts';
import type { PodSyncer, SyncCancel, SyncError, SyncOutcome, UpdateType } from './pod-workers.ts';
import type { ProberManager } from './prober/prober-manager.ts';
import type { ReasonCache } from './reason-cache.ts';
import { generateAPIPodStatus } from './status/generate-pod-status.ts';
import type { StatusManager } from './status/status-manager.ts';
import type { ObjectManager } from './util/object-manager.ts';
import type { VolumeManager } from './volumemanager/volume-manager.ts';

export interface SyncParts {
  readonly statusManager: StatusManager;
  readonly cgroups: PodContainerManager;
  readonly volumes: VolumeManager;
  readonly probers: ProberManager;
  readonly runtime: RuntimeManager;
  readonly reasons: ReasonCache;
  readonly objects: ObjectManager;
  readonly pleg: GenericPleg;
  readonly mirrors: MirrorClient;
  readonly allocations: AllocationManager;
  readonly podManager: PodManager;
  readonly environment: (podIP: string) => EnvironmentSources;
  readonly runtimeHandler: (pod: Pod) => { readonly handler: string } | { readonly error: string };
  /** The node's network error; empty when the network is ready. */
  readonly networkError: () => string;
}

/** Why the kubelet itself ends a pod. */
export interface EndedBy {
  readonly reason: string;
  readonly message: string;
  /** The message of the condition DisruptionTarget; undefined: none is added. */
  readonly disruption: string | undefined;
}

export class KubeletPodSyncer implements PodSyncer {
  readonly #context: KubeletContext;
  readonly #parts: SyncParts;
  readonly #dataDirs = new Set<string>();
  readonly #deadlineTold = new Set<string>();
  readonly #ended = new Map<string, EndedBy>();

  constructor(context: KubeletContext, parts: SyncParts) {
    this.#context = context;
    this.#parts = parts;
  }

  *syncPod(
    _update: UpdateType,
    wanted: Pod,
    status: RuntimePodStatus,
    cancel: SyncCancel,
  ): Process<SyncOutcome> {
    const { statusManager, networkError, objects, volumes, probers } = this.#parts;
    // Runs the pod with its allocated resources; a resize that is not allocated shows in the
    // status.
    const pod = this.#parts.allocations.allocated(wanted);
    const apiStatus = this.#generate(pod, status, false);
    this.#step(pod, 'status', { phase: apiStatus.phase ?? '' });
    statusManager.setPodStatus(pod, apiStatus);
    if (isPodPhaseTerminal(apiStatus.phase)) return { terminal: true };
    const network = networkError();
    if (network !== '' && pod.spec.hostNetwork !== true) {
      const message = `network is not ready: ${network}`;
      this.#context.events.pod(pod, 'Warning', 'NetworkNotReady', message);
      return outcomeOf({ kind: 'network-not-ready', message });
    }
    const registered = objects.register(pod);
    if (registered > 0) this.#step(pod, 'register-secrets', { objects: registered });
    this.#ensureCgroup(pod);
    if (isStaticPod(pod)) {
      yield* this.#parts.mirrors.reconcile(pod, this.#parts.podManager.mirrorOf(pod));
      this.#step(pod, 'mirror-pod', {});
    }
    this.#makeDataDirs(pod);
    const mounted = yield* volumes.waitForAttachAndMount(pod, cancel);
    if (!mounted.ok) {
      const { kind, message, interrupted = false } = mounted.error;
      if (kind === 'error' && !interrupted) {
        const text = `Unable to attach or mount volumes: ${message}`;
        this.#context.events.pod(pod, 'Warning', 'FailedMount', text);
      }
      return outcomeOf(mounted.error);
    }
    yield* objects.waitForPod(pod);
    yield* this.#pullSecrets(pod);
    if (probers.addPod(pod)) this.#step(pod, 'probes', {});
    if (cancel.cancelled) return outcomeOf(canceled);
    return yield* this.#syncRuntime(pod, status, cancel);
  }

  *#syncRuntime(pod: Pod, status: RuntimePodStatus, cancel: SyncCancel): Process<SyncOutcome> {
    const { runtime, reasons, statusManager, volumes, probers, pleg } = this.#parts;
    const { uid } = pod.metadata;
    const result = yield* runtime.syncPod({
      pod,
      status,
      verdicts: probers,
      environment: this.#parts.environment,
      volume: (name) => volumes.mounted(uid, name),
      runtimeHandler: () => this.#parts.runtimeHandler(pod),
      resize: this.#parts.allocations.isInProgress(uid),
      actuated: (name) => this.#parts.allocations.actuated(uid, name),
      onSandboxReady: () => statusManager.setPodReadyToStartContainers(pod),
      cancelled: () => cancel.cancelled,
    });
    for (const name of result.started) reasons.delete(uid, name);
    for (const { container, reason, message } of result.failures) {
      if (reason === resizeFailed) this.#parts.allocations.failed(pod, message);
      if (container !== '') reasons.set(uid, container, { reason, message });
    }
    const error = errorOf(result.failures, cancel);
    if (error !== undefined) return outcomeOf(error);
    const resized = this.#parts.allocations.isInProgress(uid);
    if (resized) {
      this.#parts.allocations.carriedOut(pod);
      statusManager.setPodStatus(pod, this.#generate(pod, status, false));
    }
    pleg.requestRelist(uid, resized);
    return { terminal: false };
  }

  *syncTerminatingPod(
    pod: Pod,
    status: RuntimePodStatus,
    gracePeriod: number | undefined,
    cancel: SyncCancel,
  ): Process<SyncOutcome> {
    const { statusManager, probers, runtime } = this.#parts;
    statusManager.setPodStatus(pod, this.#generate(pod, status, false));
    this.#step(pod, 'status', {});
    probers.stopLivenessAndStartup(pod);
    const running = runningContainers(status).length;
    this.#step(pod, 'kill-containers', { running });
    const errors = yield* runtime.killPod(pod, status, gracePeriod, cancel);
    if (errors.length > 0) {
      const message = aggregate(errors);
      this.#context.events.pod(pod, 'Warning', 'FailedKillPod', `error killing pod: ${message}`);
      return outcomeOf(cancel.cancelled ? canceled : { kind: 'error', message });
    }
    probers.removePod(pod);
    const stopped = yield* runtime.getPodStatus(pod);
    const left = runningContainers(stopped).map(({ metadata }) => metadata.name);
    if (left.length > 0) {
      const message =
        `CRI violation: detected running containers after a successful KillPod, CRI violation:` +
        ` ${podDescription(pod)} ${left.join(', ')}`;
      return outcomeOf({ kind: 'error', message });
    }
    // Before the API server hears that the pod has ended, or its devices were given to others.
    const { dra } = this.#context;
    const kept = dra === undefined ? undefined : yield* dra.unprepare(pod);
    if (kept !== undefined) return outcomeOf({ kind: 'error', message: kept });
    statusManager.setPodStatus(pod, this.#generate(pod, stopped, true));
    return { terminal: false };
  }

  *syncTerminatedPod(pod: Pod, status: RuntimePodStatus): Process<SyncOutcome> {
    const { statusManager, volumes, objects, cgroups, runtime, reasons } = this.#parts;
    const { uid } = pod.metadata;
    statusManager.setPodStatus(pod, this.#generate(pod, status, true));
    this.#step(pod, 'status', {});
    yield* volumes.waitForUnmount(pod);
    this.#step(pod, 'unmount-volumes', {});
    objects.unregister(pod);
    if (cgroups.destroy(pod)) this.#step(pod, 'remove-cgroups', { path: cgroups.name(pod) });
    runtime.forget(uid);
    reasons.forget(uid);
    this.#dataDirs.delete(uid);
    this.#deadlineTold.delete(uid);
    statusManager.terminatePod(pod);
    this.#ended.delete(uid);
    return { terminal: false };
  }

  #generate(pod: Pod, runtime: RuntimePodStatus, podIsTerminal: boolean): PodStatus {
    const { statusManager, reasons, cgroups, probers } = this.#parts;
    return generateAPIPodStatus({
      pod,
      runtime,
      previous: statusManager.get(pod.metadata.uid) ?? pod.status ?? {},
      podIsTerminal,
      hostIP: this.#context.node.address,
      reasons,
      unlimitedMemory: cgroups.unlimitedMemory(pod.metadata.uid),
      resetTo: (name) => this.#parts.runtime.resetTo(pod.metadata.uid, name),
      resizing: this.#parts.allocations.conditions(pod),
      evict: this.#ended.get(pod.metadata.uid) ?? this.#deadline(pod),
      applyProbes: (of, status, container, isInit) =>
        probers.updateStatus(of, status, container, isInit),
    });
  }

  /** The pod must end; its status has the reason. Source: killPodNow's statusFn. */
  markEnded(pod: Pod, ended: EndedBy): void {
    this.#ended.set(pod.metadata.uid, ended);
  }

  /** Source: active_deadline.go. */
  #deadline(pod: Pod): EndedBy | undefined {
    const { statusManager } = this.#parts;
    if (!pastActiveDeadline(pod, statusManager.get(pod.metadata.uid), this.#context.wall())) {
      return undefined;
    }
    const reason = 'DeadlineExceeded';
    const message = 'Pod was active on the node longer than the specified deadline';
    if (!this.#deadlineTold.has(pod.metadata.uid)) {
      this.#deadlineTold.add(pod.metadata.uid);
      this.#context.events.pod(pod, 'Normal', reason, message);
    }
    return { reason, message, disruption: undefined };
  }

  #ensureCgroup(pod: Pod): void {
    const { cgroups } = this.#parts;
    if (!cgroups.ensureExists(pod)) return;
    this.#step(pod, 'cgroups', { path: cgroups.name(pod), ...cgroups.limits(pod) });
  }

  #makeDataDirs(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#dataDirs.has(uid)) return;
    this.#dataDirs.add(uid);
    this.#step(pod, 'data-dirs', { path: `/var/lib/kubelet/pods/${uid}` });
  }

  /** A missing secret gives an event; the pull is tried anyway. */
  *#pullSecrets(pod: Pod): Process {
    const names = (pod.spec.imagePullSecrets ?? []).map(({ name }) => name ?? '');
    if (names.length === 0) return;
    const { objects } = this.#parts;
    const { namespace } = pod.metadata;
    const missing = names.filter((name) => objects.secret(namespace, name) === undefined);
    this.#step(pod, 'pull-secrets', { secrets: names.length, missing: missing.length });
    if (missing.length === 0) return;
    const message =
      `Unable to retrieve some image pull secrets (${missing.join(', ')});` +
      ' attempting to pull the image may not succeed.';
    this.#context.events.pod(pod, 'Warning', 'FailedToRetrieveImagePullSecret', message);
  }

  #step(pod: Pod, step: PodSyncStep['step'], params: PodSyncStep['params']): void {
    const { tracer, component } = this.#context;
    const { uid } = pod.metadata;
    tracer.emit({ type: 'PodSyncStep', component, pod: podKey(pod), uid, step, params });
  }
}

/** Source: k8s.io/apimachinery/pkg/util/errors Aggregate.Error. */
const aggregate = (errors: readonly string[]): string => {
  const [only, ...others] = [...new Set(errors)];
  return others.length === 0 ? (only ?? '') : `[${[only, ...others].join(', ')}]`;
};

const canceled: SyncError = { kind: 'canceled', message: 'context canceled' };

const outcomeOf = (error: SyncError): SyncOutcome => ({ terminal: false, error });

function errorOf(failures: readonly SyncFailure[], cancel: SyncCancel): SyncError | undefined {
  if (cancel.cancelled) return canceled;
  if (failures.length === 0) return undefined;
  const message = failures
    .map((item) => (item.container === '' ? item.message : startError(item)))
    .join(', ');
  const ends = failures.flatMap(({ until }) => (until === undefined ? [] : [until]));
  // The time of the retry is known only if all failures are crash back-offs.
  return ends.length === failures.length
    ? { kind: 'error', message, until: Math.min(...ends) }
    : { kind: 'error', message };
}

const startError = ({ container, reason, message }: SyncFailure): string =>
  `failed to "StartContainer" for "${container}" with ${reason}: ${JSON.stringify(message)}`;

/** Source: pastActiveDeadline. */
function pastActiveDeadline(pod: Pod, status: PodStatus | undefined, now: number): boolean {
  const { activeDeadlineSeconds } = pod.spec;
  const startTime = (status ?? pod.status)?.startTime;
  if (activeDeadlineSeconds === undefined || startTime === undefined) return false;
  const start = parseRfc3339(startTime);
  return start !== undefined && now - start >= activeDeadlineSeconds * second;
}
