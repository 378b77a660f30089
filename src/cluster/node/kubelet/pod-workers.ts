/**
 * One worker for each pod: sync, terminating, terminated, and never back.
 *
 * Models kubernetes/pkg/kubelet/pod_workers.go. In: updates of pods from the sync loop. Out: one
 * sync at a time for each pod, the next with the newest update; a pod that begins to terminate
 * cancels the sync under way.
 */

import { defined } from '#base/defined';
import { type Duration, minute, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { Signal } from '#sim/signal';
import type { Carried, Process } from '#sim/simulation';
import { isStaticPod } from './config/common.ts';
import type { PodCache } from './container/cache.ts';
import { podKey } from './container/names.ts';
import { isRunning, type RuntimePodStatus } from './container/runtime-status.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { StaticPodOrder } from './static-pod-order.ts';
import { Cancellation } from './util/cancellation.ts';
import type { WorkQueue } from './util/work-queue.ts';

export type PodState = 'sync' | 'terminating' | 'terminated';
export type UpdateType = 'create' | 'update' | 'sync' | 'kill';

export interface PodWorkerUpdate {
  readonly type: UpdateType;
  readonly pod: Pod;
  /** In seconds; for evictions and similar kills. */
  readonly gracePeriodOverride?: number;
  /** No source has the pod any more. */
  readonly removed?: boolean;
}

/** Signals a running sync that the pod must terminate. */
export class SyncCancel extends Cancellation {
  constructor({ sim }: Pick<KubeletContext, 'sim'>) {
    super(sim);
  }
}

export interface SyncError {
  readonly kind: 'error' | 'network-not-ready' | 'canceled';
  readonly message: string;
  /** When a crash back-off ends. */
  readonly until?: SimTime;
  /** The sync timed out. Source: wait.Interrupted. */
  readonly interrupted?: boolean;
}

export interface SyncOutcome {
  /** The pod reached a terminal phase by itself. */
  readonly terminal: boolean;
  readonly error?: SyncError;
}

/** The three things a worker does. */
export interface PodSyncer {
  syncPod(
    update: UpdateType,
    pod: Pod,
    status: RuntimePodStatus,
    cancel: SyncCancel,
  ): Process<SyncOutcome>;
  syncTerminatingPod(
    pod: Pod,
    status: RuntimePodStatus,
    gracePeriod: number | undefined,
    cancel: SyncCancel,
  ): Process<SyncOutcome>;
  syncTerminatedPod(pod: Pod, status: RuntimePodStatus): Process<SyncOutcome>;
}

interface Worker {
  readonly uid: string;
  readonly wake: Signal;
  pending: Carried<PodWorkerUpdate> | undefined;
  active: PodWorkerUpdate | undefined;
  working: boolean;
  started: boolean;
  terminating: boolean;
  terminated: boolean;
  finished: boolean;
  deleted: boolean;
  gracePeriod: number | undefined;
  override: number | undefined;
  cancel: SyncCancel | undefined;
  lastSync: SimTime;
}

const resyncInterval: Duration = minute;
const errorBackoff: Duration = 10 * second;
const transientErrorBackoff: Duration = second;

type WorkersContext = Pick<KubeletContext, 'sim' | 'tracer' | 'prng' | 'component'>;

export class PodWorkers {
  readonly #context: WorkersContext;
  readonly #cache: PodCache;
  readonly #queue: WorkQueue;
  readonly #syncer: PodSyncer;
  readonly #onTerminated: (uid: string) => void;
  readonly #workers = new Map<string, Worker>();
  readonly #staticPods = new StaticPodOrder();
  #podsSynced = false;

  constructor(
    context: WorkersContext,
    parts: {
      readonly cache: PodCache;
      readonly queue: WorkQueue;
      readonly syncer: PodSyncer;
      /** The containers of the pod stopped for good. */
      readonly onTerminated: (uid: string) => void;
    },
  ) {
    this.#context = context;
    this.#cache = parts.cache;
    this.#queue = parts.queue;
    this.#syncer = parts.syncer;
    this.#onTerminated = parts.onTerminated;
  }

  /** Source: CouldHaveRunningContainers. */
  couldHaveRunningContainers(uid: string): boolean {
    const worker = this.#workers.get(uid);
    return worker?.started === true && !worker.terminated;
  }

  isTerminationRequested(uid: string): boolean {
    return this.#workers.get(uid)?.terminating ?? false;
  }

  /** The pods whose containers have ended and whose worker still has something to do, by UID. */
  terminated(): readonly string[] {
    return [...this.#workers.values()].flatMap(({ uid, terminated, finished }) =>
      terminated && !finished ? [uid] : [],
    );
  }

  isFinished(uid: string): boolean {
    return this.#workers.get(uid)?.finished ?? false;
  }

  isKnown(uid: string): boolean {
    return this.#workers.has(uid);
  }

  /** All sources are ready: from now on a running pod that none of them has is orphaned. */
  syncKnownPods(): void {
    this.#podsSynced = true;
  }

  get isSynced(): boolean {
    return this.#podsSynced;
  }

  /** Dead containers of a pod that is going away are not kept. */
  shouldPodContentBeRemoved(uid: string): boolean {
    const worker = this.#workers.get(uid);
    if (worker === undefined) return this.#podsSynced;
    return worker.terminated && worker.deleted;
  }

  /** The sandboxes of a pod that ended are not kept. */
  shouldPodRuntimeBeRemoved(uid: string): boolean {
    return this.#workers.get(uid)?.terminated ?? this.#podsSynced;
  }

  /** The pod was removed from every source: the worker is forgotten once it finished. */
  forget(uid: string): void {
    const worker = this.#workers.get(uid);
    if (worker === undefined || !worker.finished) return;
    this.#workers.delete(uid);
    this.#staticPods.ended(uid);
    this.#queue.forget(uid);
  }

  /**
   * A pod without a source gets no updates, so each cleanup retries what its worker failed at.
   * Source: removeTerminatedWorker, requeueLastPodUpdate.
   */
  retryOrphan(uid: string): void {
    const worker = this.#workers.get(uid);
    if (worker?.active === undefined || worker.working || worker.finished) return;
    this.#again(worker, worker.active);
  }

  /** Source: UpdatePod. */
  updatePod(update: PodWorkerUpdate): void {
    const { pod } = update;
    const { uid } = pod.metadata;
    let worker = this.#workers.get(uid);
    if (worker === undefined) {
      if (update.type === 'kill') return;
      worker = this.#newWorker(uid);
      // A pod that ended before this kubelet saw it has nothing left to stop.
      if (isPodTerminal(pod) && hasNothingRunning(this.#cache.get(uid))) {
        worker.terminating = true;
        worker.terminated = true;
      }
      this.#workers.set(uid, worker);
      this.#staticPods.received(pod);
      this.#context.sim.spawn(`pod worker ${podKey(pod)}`, this.#loop(worker));
    } else if (update.type === 'create' && worker.terminating) {
      // The same UID came back: it starts again once the cleanup has removed this worker.
      return;
    }
    if (worker.finished) return;
    this.#noteTermination(worker, update);
    const { sim } = this.#context;
    worker.pending = sim.carry(mergeTypes(worker.pending?.value, update));
    worker.wake.notifyAll();
  }

  #newWorker(uid: string): Worker {
    return {
      uid,
      wake: new Signal(this.#context.sim),
      pending: undefined,
      active: undefined,
      working: false,
      started: false,
      terminating: false,
      terminated: false,
      finished: false,
      deleted: false,
      gracePeriod: undefined,
      override: undefined,
      cancel: undefined,
      lastSync: -1,
    };
  }

  /**
   * Moves the worker to terminating if the update requires it; the grace period can only shrink.
   */
  #noteTermination(worker: Worker, update: PodWorkerUpdate): void {
    const { type, pod, gracePeriodOverride, removed = false } = update;
    const deleting = pod.metadata.deletionTimestamp !== undefined;
    if (deleting || removed) worker.deleted = true;
    if (type !== 'kill' && !deleting && !isPodTerminal(pod)) return;
    const became = !worker.terminating;
    worker.terminating = true;
    const asked = effectiveGracePeriod(pod, gracePeriodOverride);
    const before = worker.gracePeriod;
    worker.gracePeriod = before === undefined ? asked : Math.min(before, asked);
    if (gracePeriodOverride !== undefined) worker.override = worker.gracePeriod;
    const shortened = before !== undefined && worker.gracePeriod < before;
    if (became || shortened) worker.cancel?.cancel();
  }

  *#loop(worker: Worker): Process {
    for (;;) {
      while (worker.pending === undefined) {
        if (worker.finished) return;
        yield worker.wake;
      }
      const update = worker.pending.take();
      if (!worker.started && !this.#mayStart(worker, update.pod)) {
        if (worker.finished) return;
        yield worker.wake;
        continue;
      }
      worker.pending = undefined;
      worker.active = update;
      worker.started = true;
      const state = stateOf(worker);
      worker.cancel = new SyncCancel(this.#context);
      // The worker stays with this update: one that comes while it waits has a sync of its own.
      const status = yield* this.#cache.getNewerThan(worker.uid, worker.lastSync);
      yield* this.#sync(worker, state, update, status);
      worker.lastSync = this.#context.sim.now;
      if (worker.finished) return;
    }
  }

  /** Source: allowPodStart. A pod that must end before it started is finished. */
  #mayStart(worker: Worker, pod: Pod): boolean {
    const wanted = (uid: string) => this.#workers.get(uid)?.terminating === false;
    if (isStaticPod(pod) && worker.terminating) {
      worker.terminated = true;
      worker.finished = true;
      worker.pending = undefined;
      this.#queue.forget(worker.uid);
      return false;
    }
    if (this.#staticPods.mayStart(pod, wanted)) return true;
    this.#queue.enqueue(worker.uid, this.#jitter(errorBackoff));
    return false;
  }

  /** Source: podWorkerLoop. The state is that of the moment when the update was taken. */
  *#sync(
    worker: Worker,
    state: PodState,
    update: PodWorkerUpdate,
    status: RuntimePodStatus,
  ): Process {
    const { tracer, component } = this.#context;
    const { pod } = update;
    const about = { component, pod: podKey(pod), uid: worker.uid, state };
    tracer.emit({ type: 'PodSyncStarted', ...about, update: update.type });
    worker.working = true;
    const outcome = yield* this.#act(worker, state, update, status);
    worker.working = false;
    worker.cancel = undefined;
    const error = outcome.error?.message;
    tracer.emit({ type: 'PodSyncFinished', ...about, ...defined({ error }) });
    this.#complete(worker, state, outcome);
  }

  *#act(
    worker: Worker,
    state: PodState,
    { type, pod }: PodWorkerUpdate,
    status: RuntimePodStatus,
  ): Process<SyncOutcome> {
    const cancel = worker.cancel ?? new SyncCancel(this.#context);
    switch (state) {
      case 'terminated':
        return yield* this.#syncer.syncTerminatedPod(pod, status);
      case 'terminating':
        // A shorter grace period cancels the calls that wait for the longer one.
        return yield* this.#syncer.syncTerminatingPod(pod, status, worker.override, cancel);
      case 'sync':
        return yield* this.#syncer.syncPod(type, pod, status, cancel);
    }
  }

  /** Source: completeSync, completeTerminating, completeTerminated, completeWork. */
  #complete(worker: Worker, state: PodState, { terminal, error }: SyncOutcome): void {
    const { active } = worker;
    if (error?.kind === 'canceled') {
      if (worker.pending === undefined && active !== undefined) this.#again(worker, active);
      return;
    }
    if (error !== undefined) {
      this.#enqueue(worker.uid, error);
      return;
    }
    if (state === 'terminated') {
      worker.finished = true;
      this.#staticPods.ended(worker.uid);
      this.#queue.forget(worker.uid);
      return;
    }
    if (state === 'terminating') {
      worker.terminated = true;
      this.#onTerminated(worker.uid);
    } else if (terminal) worker.terminating = true;
    const moved = state === 'terminating' || terminal;
    if (moved && active !== undefined) this.#again(worker, active);
    else this.#queue.enqueue(worker.uid, this.#jitter(resyncInterval));
  }

  /** A state change is handled at once, with the newest pod. */
  #again(worker: Worker, active: PodWorkerUpdate): void {
    if (worker.pending !== undefined) return;
    worker.pending = this.#context.sim.carry(active);
    worker.wake.notifyAll();
  }

  #enqueue(uid: string, error: SyncError): void {
    const { sim } = this.#context;
    if (error.kind === 'network-not-ready') {
      this.#queue.enqueue(uid, this.#jitter(transientErrorBackoff));
    } else if (error.until !== undefined) {
      this.#queue.enqueue(uid, this.#jitter(Math.max(0, error.until - sim.now)));
    } else this.#queue.enqueue(uid, this.#jitter(errorBackoff));
  }

  /** Multiplied by 1 to 1.5. Source: workerResyncIntervalJitterFactor. */
  #jitter(period: Duration): Duration {
    return period + Math.floor(this.#context.prng.nextFloat() * 0.5 * period);
  }
}

const stateOf = (worker: Worker): PodState => {
  if (worker.terminated) return 'terminated';
  return worker.terminating ? 'terminating' : 'sync';
};

/** Seconds, at least 1. Source: calculateEffectiveGracePeriod. */
function effectiveGracePeriod(pod: Pod, override: number | undefined): number {
  const { deletionGracePeriodSeconds } = pod.metadata;
  const own = deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
  return Math.max(1, override === undefined ? own : Math.min(own, override));
}

/** Source: isPodStatusCacheTerminal. */
const hasNothingRunning = ({ containers, sandboxes }: RuntimePodStatus): boolean =>
  !containers.some(isRunning) && !sandboxes.some(({ state }) => state === 'SANDBOX_READY');

/** A pending update keeps the more important type. */
const mergeTypes = (
  waiting: PodWorkerUpdate | undefined,
  update: PodWorkerUpdate,
): PodWorkerUpdate =>
  waiting !== undefined && update.type === 'sync' ? { ...update, type: waiting.type } : update;
