/**
 * Keeps the newest status of every pod and brings it to the API server.
 *
 * Models kubernetes/pkg/kubelet/status/status_manager.go: each change raises a version; one loop
 * sends what the server does not have, as a GET and a strategic merge PATCH of the difference.
 * Every ten seconds it retries failed writes and reverts changes by others. A terminated pod with a
 * deletion timestamp is finally deleted by its UID.
 */

import type { Building } from '#base/building';
import { defined } from '#base/defined';
import { type Duration, rfc3339, second } from '#base/sim-time';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '#k8s.io/api/core/v1';
import { asJson, deepEqual } from '#k8s.io/apimachinery/json-value';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { structSchema } from '#k8s.io/apimachinery/schema/schema';
import { pods } from '#k8s.io/client-go/rest/resource';
import { isPodPhaseTerminal, isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { Signal } from '#sim/signal';
import { type Carried, type Process, sleep } from '#sim/simulation';
import { isStaticPod } from '../config/common.ts';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { containersReady, kubeletConditions, podReady } from './generate.ts';
import { needsReconcile, type ShownPods } from './needs-reconcile.ts';

interface VersionedStatus {
  readonly version: number;
  readonly status: PodStatus;
  readonly pod: Pod;
  readonly finished: boolean;
}

/** The period of retries of failed writes. */
const syncPeriod: Duration = 10 * second;

export class StatusManager {
  readonly #context: KubeletContext;
  /** Whether the pod's worker may still have containers. */
  readonly #couldHaveRunningContainers: (uid: string) => boolean;
  readonly #shown: ShownPods;
  readonly #statuses = new Map<string, VersionedStatus>();
  /** Pods whose status must be sent, oldest first, with the cause of the latest change. */
  readonly #pending = new Map<string, Carried<string>>();
  readonly #failed = new Map<string, Carried<string>>();
  /** Pods whose object changed at a source since the last round. */
  readonly #doubted = new Map<string, Carried<string>>();
  readonly #changed: Signal;

  constructor(
    context: KubeletContext,
    couldHaveRunningContainers: (uid: string) => boolean,
    shown: ShownPods,
  ) {
    this.#context = context;
    this.#shown = shown;
    this.#couldHaveRunningContainers = couldHaveRunningContainers;
    this.#changed = new Signal(context.sim);
  }

  get(uid: string): PodStatus | undefined {
    return this.#statuses.get(uid)?.status;
  }

  /** Takes a new status; it is sent if it differs. Source: SetPodStatus. */
  setPodStatus(pod: Pod, status: PodStatus): void {
    this.#update(pod, status, false, false);
  }

  /** The sandbox is ready, images are not pulled yet. Source: Kubelet.OnPodSandboxReady. */
  setPodReadyToStartContainers(pod: Pod): void {
    const { uid } = pod.metadata;
    const known = this.#statuses.get(uid)?.status ?? pod.status ?? {};
    const conditions = (known.conditions ?? []).map((condition) =>
      condition.type === 'PodReadyToStartContainers' ? { ...condition, status: 'True' } : condition,
    );
    this.#update(pod, { ...known, conditions }, false, false);
  }

  /** Source: SetContainerReadiness. */
  setContainerReadiness(pod: Pod, containerId: string, ready: boolean): void {
    this.#changeContainer(pod, containerId, (status) => ({ ...status, ready }));
  }

  /** Source: SetContainerStartup. */
  setContainerStartup(pod: Pod, containerId: string, started: boolean): void {
    this.#changeContainer(pod, containerId, (status) => ({ ...status, started }));
  }

  /** Nothing of the pod is left on the node. Source: TerminatePod. */
  terminatePod(pod: Pod): void {
    const { uid } = pod.metadata;
    const known = this.#statuses.get(uid)?.status ?? pod.status ?? {};
    const statuses = known.containerStatuses ?? [];
    const containerStatuses = hasInitialized(pod, known) ? statuses.map(terminated) : statuses;
    const init = known.initContainerStatuses;
    const status: PodStatus = {
      ...known,
      phase: isPodPhaseTerminal(known.phase) ? known.phase : 'Failed',
      containerStatuses,
      ...(init === undefined ? {} : { initContainerStatuses: terminatedInit(init) }),
    };
    this.#update(pod, status, true, true);
  }

  /**
   * A terminated pod got a deletion timestamp: only its DELETE is left, and the next round sends
   * it. A pod without finalizers is gone by then. Source: needsUpdate.
   */
  deletionRequested(uid: string): void {
    if (this.#statuses.get(uid)?.finished !== true || this.#pending.has(uid)) return;
    this.#failed.set(uid, this.#context.sim.carry(uid));
  }

  /** A new mirror pod has no status yet; the next round sends it. Source: needsUpdate. */
  mirrorAdded(uid: string): void {
    if (this.#statuses.has(uid) && !this.#pending.has(uid)) {
      this.#failed.set(uid, this.#context.sim.carry(uid));
    }
  }

  /**
   * A source has a changed object of the pod or its mirror pod: the next round compares, and
   * reverts changes by others. Source: syncBatch.
   */
  sourceChanged(uid: string): void {
    if (this.#statuses.has(uid)) this.#doubted.set(uid, this.#context.sim.carry(uid));
  }

  /** The pod is gone from the API server. */
  forget(uid: string): void {
    this.#statuses.delete(uid);
    this.#pending.delete(uid);
    this.#failed.delete(uid);
    this.#doubted.delete(uid);
  }

  /** The loop that sends. Source: Start, syncBatch. */
  *run(): Process {
    const { sim } = this.#context;
    sim.spawn('status retry', this.#retry());
    for (;;) {
      while (this.#pending.size === 0) yield this.#changed;
      for (const [uid, change] of [...this.#pending]) {
        this.#pending.delete(uid);
        yield* this.#syncPod(change.take(), change);
      }
    }
  }

  *#retry(): Process {
    const { tracer, component } = this.#context;
    for (;;) {
      yield* sleep(syncPeriod);
      this.#reconcile();
      if (this.#failed.size === 0) continue;
      tracer.timer(component, 'status-sync');
      for (const [uid, change] of this.#failed) this.#pending.set(uid, change);
      this.#failed.clear();
      this.#changed.notifyAll();
    }
  }

  /** Sends a status again if a source has another one. */
  #reconcile(): void {
    for (const [uid, change] of this.#doubted) {
      const known = this.#statuses.get(uid);
      const isDue = this.#failed.has(uid) || this.#pending.has(uid);
      if (known === undefined || isDue) continue;
      if (needsReconcile(this.#shown, uid, known.status)) this.#failed.set(uid, change);
    }
    this.#doubted.clear();
  }

  #changeContainer(
    pod: Pod,
    containerId: string,
    change: (status: ContainerStatus) => ContainerStatus,
  ): void {
    const known = this.#statuses.get(pod.metadata.uid)?.status;
    if (known === undefined) return;
    const id = `containerd://${containerId}`;
    const apply = (status: ContainerStatus) =>
      status.containerID === id ? change(status) : status;
    const regular = (known.containerStatuses ?? []).map(apply);
    const init = known.initContainerStatuses?.map(apply);
    const all = new Map([...(init ?? []), ...regular].map((status) => [status.name, status]));
    const phase = known.phase ?? 'Pending';
    const foreign = (known.conditions ?? []).filter(
      ({ type }) => !kubeletConditions.includes(type),
    );
    const fresh = [podReady(pod, all, phase, foreign), containersReady(pod, all, phase)];
    const conditions = (known.conditions ?? []).map(
      (condition) => fresh.find(({ type }) => type === condition.type) ?? condition,
    );
    const status = {
      ...known,
      conditions,
      containerStatuses: regular,
      ...defined({ initContainerStatuses: init }),
    };
    this.#update(pod, status, false, false);
  }

  /** Source: updateStatusInternal. */
  #update(pod: Pod, given: PodStatus, force: boolean, finished: boolean): void {
    const { sim, tracer, component, wall } = this.#context;
    const { uid } = pod.metadata;
    const cached = this.#statuses.get(uid);
    const old = cached?.status ?? pod.status ?? {};
    const now = rfc3339(wall());
    const conditions = (given.conditions ?? []).map((condition) =>
      withTransitionTime(condition, old.conditions, now),
    );
    const startTime = old.startTime ?? given.startTime ?? now;
    const status: PodStatus = { ...given, conditions, startTime };
    if (!force && cached !== undefined && deepEqual(cached.status, status)) return;
    const version = (cached?.version ?? 0) + 1;
    const isFinished = finished || (cached?.finished ?? false);
    this.#statuses.set(uid, { version, status, pod, finished: isFinished });
    sim.aside(() => {
      tracer.emit({
        type: 'PodStatusSet',
        component,
        pod: podKey(pod),
        uid,
        phase: status.phase ?? '',
        version,
        conditions: Object.fromEntries(conditions.map((item) => [item.type, item.status])),
        containers: summary(status),
      });
      this.#failed.delete(uid);
      this.#pending.set(uid, sim.carry(uid));
      this.#changed.notifyAll();
    });
  }

  /** Source: syncPod. */
  *#syncPod(uid: string, change: Carried<string>): Process {
    const entry = this.#statuses.get(uid);
    if (entry === undefined) return;
    const { client } = this.#context;
    const { namespace, name } = entry.pod.metadata;
    const live = yield* client.get<Pod>(pods, { namespace, name });
    if (!live.ok) {
      // A pod that is gone needs no status.
      if (live.error.code !== 404) this.#failed.set(uid, change);
      return;
    }
    const expected = isStaticPod(entry.pod) ? this.#shown.mirrorUidOf(entry.pod) : uid;
    if (live.value.metadata.uid !== expected) {
      // The mirror pod of a static pod was replaced; the status goes to the new one.
      if (expected === uid) this.forget(uid);
      return;
    }
    const pod = yield* this.#patch(live.value, entry);
    if (pod === undefined) {
      this.#failed.set(uid, change);
      return;
    }
    if (expected === uid && canBeDeleted(pod, entry.finished)) yield* this.#delete(pod, change);
  }

  /** The pod after the patch; `undefined` when it failed. */
  *#patch(live: Pod, entry: VersionedStatus): Process<Pod | undefined> {
    const { client } = this.#context;
    const { namespace, name, uid } = live.metadata;
    const running = this.#couldHaveRunningContainers(entry.pod.metadata.uid);
    const merged = mergePodStatus(live.status ?? {}, entry.status, running);
    const difference = createTwoWayMergePatch(
      asJson(live.status ?? {}),
      asJson(merged),
      structSchema('core.PodStatus'),
    );
    if (Object.keys(difference).length === 0) return live;
    const body = { metadata: { uid }, status: difference };
    const target = { namespace, name, subresource: 'status' };
    const type = 'application/strategic-merge-patch+json';
    const answer = yield* client.patch<Pod>(pods, type, body, target);
    return answer.ok ? answer.value : undefined;
  }

  *#delete(pod: Pod, change: Carried<string>): Process {
    const { client } = this.#context;
    const { namespace, name, uid } = pod.metadata;
    const answer = yield* client.delete(
      pods,
      { namespace, name },
      { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } },
    );
    if (answer.ok || answer.error.code === 404) this.forget(uid);
    else this.#failed.set(uid, change);
  }
}

/** Source: canBeDeleted. */
const canBeDeleted = (pod: Pod, finished: boolean): boolean =>
  finished && pod.metadata.deletionTimestamp !== undefined && isPodTerminal(pod);

/**
 * The status to send: conditions of other owners stay, and there is no terminal phase while
 * containers may run.
 * Source: mergePodStatus.
 */
function mergePodStatus(old: PodStatus, fresh: PodStatus, running: boolean): PodStatus {
  // A DisruptionTarget condition belongs to the kubelet only if the kubelet caused it.
  const own = (fresh.conditions ?? []).filter(
    ({ type, reason }) => kubeletConditions.includes(type) || reason === 'TerminationByKubelet',
  );
  const foreign = (old.conditions ?? []).filter(
    ({ type }) => !kubeletConditions.includes(type) && !own.some((one) => one.type === type),
  );
  const conditions = [...foreign, ...own];
  const { nominatedNodeName, resourceClaimStatuses } = old;
  const status: Building<PodStatus> = { ...fresh };
  if (nominatedNodeName !== undefined) status.nominatedNodeName = nominatedNodeName;
  if (resourceClaimStatuses !== undefined) status.resourceClaimStatuses = resourceClaimStatuses;
  status.conditions = conditions;
  if (isPodPhaseTerminal(old.phase) || !isPodPhaseTerminal(fresh.phase) || !running) return status;
  const { reason: _reason, message: _message, ...rest } = status;
  return {
    ...rest,
    ...defined({ phase: old.phase, reason: old.reason, message: old.message }),
  };
}

/** A condition keeps its time while its status stays. Source: updateLastTransitionTime. */
function withTransitionTime(
  condition: PodCondition,
  old: readonly PodCondition[] | undefined,
  now: string,
): PodCondition {
  const before = old?.find(({ type }) => type === condition.type);
  const same = before?.status === condition.status && before.lastTransitionTime !== undefined;
  const { type, observedGeneration, status, lastProbeTime = null, reason, message } = condition;
  const unchanged =
    same &&
    before.observedGeneration === observedGeneration &&
    before.lastProbeTime === lastProbeTime &&
    before.reason === reason &&
    before.message === message;
  if (unchanged) return before;
  const made: Building<Partial<PodCondition>> = { type };
  if (observedGeneration !== undefined) made.observedGeneration = observedGeneration;
  made.status = status;
  made.lastProbeTime = lastProbeTime;
  made.lastTransitionTime = same ? (before.lastTransitionTime as string) : now;
  if (reason !== undefined) made.reason = reason;
  if (message !== undefined) made.message = message;
  return made as PodCondition;
}

const unknownState = {
  terminated: {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
    startedAt: null,
    finishedAt: null,
  },
} as const;

const terminated = (status: ContainerStatus): ContainerStatus =>
  status.state?.terminated === undefined ? { ...status, state: unknownState } : status;

/** Whether its containers may ever have run. Source: hasPodInitialized. */
function hasInitialized({ spec }: Pod, status: PodStatus): boolean {
  const { initContainers = [] } = spec;
  if (initContainers.length === 0) return true;
  const { containerStatuses = [], initContainerStatuses = [] } = status;
  const ran = ({ state, lastState }: ContainerStatus) =>
    lastState?.terminated !== undefined ||
    state?.running !== undefined ||
    state?.terminated !== undefined;
  if (containerStatuses.some(ran)) return true;
  const last = initContainerStatuses.at(-1);
  if (last === undefined) return false;
  if (initContainers.at(-1)?.restartPolicy === 'Always') {
    return last.state?.running !== undefined && last.started === true;
  }
  return [last.lastState, last.state].some((state) => state?.terminated?.exitCode === 0);
}

/** Only init containers that have started, or come before one that has. */
function terminatedInit(statuses: readonly ContainerStatus[]): readonly ContainerStatus[] {
  const last = statuses.findLastIndex(
    ({ state, lastState }) =>
      state?.running !== undefined ||
      state?.terminated !== undefined ||
      lastState?.terminated !== undefined,
  );
  return statuses.map((status, index) => (index <= last ? terminated(status) : status));
}

function summary(status: PodStatus): Readonly<Record<string, string>> {
  const all = [
    ...(status.initContainerStatuses ?? []),
    ...(status.containerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ];
  return Object.fromEntries(
    all.map(({ name, state }) => {
      if (state?.running !== undefined) return [name, 'running'];
      if (state?.terminated !== undefined) {
        return [name, `terminated ${state.terminated.reason ?? ''}`];
      }
      return [name, `waiting ${state?.waiting?.reason ?? ''}`];
    }),
  );
}
