/**
 * The kubelet's one loop: takes items from its channels and passes pods to their workers.
 *
 * Models kubernetes/pkg/kubelet/kubelet.go syncLoop, syncLoopIteration and the HandlePod…
 * functions. In: config, PLEG, probe results, two ticks. Out: updates for pod workers. Upstream
 * picks at random among ready channels; here the oldest item comes first.
 */

import { assertUnreachable } from '#base/assert';
import { defined } from '#base/defined';
import { type Duration, ms, parseRfc3339, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { isMirrorPod, mirrorAnnotation } from '#k8s.io/component-helpers/core/mirror-pod';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { PodUpdate } from './config/pod-config.ts';
import { podKey } from './container/names.ts';
import { isCriticalPod } from './eviction/eviction-message.ts';
import type { KubeletContext } from './kubelet-context.ts';
import type { KubeletParts } from './kubelet-parts.ts';
import { refusedFeature } from './lifecycle/features.ts';
import { type Admission, admit, admitHandlers, type NodeResources } from './lifecycle/predicate.ts';
import { victimsFor } from './lifecycle/preemption.ts';
import type { LoopItem } from './loop-item.ts';
import type { PlegEvent } from './pleg/generic.ts';
import type { ProbeUpdate } from './prober/results.ts';

const syncPeriod: Duration = second;
const housekeepingPeriod: Duration = 2 * second;
const errorBackoffFirst: Duration = ms(100);
const errorBackoffMax: Duration = 5 * second;

export class SyncLoop {
  readonly #context: KubeletContext;
  readonly #parts: KubeletParts;
  readonly #items: Channel<LoopItem>;
  /** Pods that no source has any more and that are not cleaned up yet. */
  readonly #removed = new Map<string, Pod>();
  /** Orphaned mirror pods whose deletion was requested, by UID. */
  readonly #deletedMirrors = new Set<string>();

  constructor(context: KubeletContext, parts: KubeletParts, items: Channel<LoopItem>) {
    this.#context = context;
    this.#parts = parts;
    this.#items = items;
  }

  *run(): Process {
    const { sim } = this.#context;
    sim.spawn(
      'sync tick',
      this.#tick('sync', syncPeriod, () => this.#parts.workQueue.ready),
    );
    const { podManager, orphans } = this.#parts;
    const due = () =>
      this.#removed.size > 0 ||
      podManager.orphanedMirrors().length > 0 ||
      orphans.found ||
      orphans.ended.length > 0;
    sim.spawn('housekeeping tick', this.#tick('housekeeping', housekeepingPeriod, due));
    for (;;) {
      yield* this.#waitForRuntime();
      const item = yield* this.#items.receive();
      if (item === undefined) return;
      this.#iterate(item);
    }
  }

  /** A tick reaches the loop only if it has work. */
  *#tick(channel: 'sync' | 'housekeeping', period: Duration, due: () => boolean): Process {
    const { tracer, component, prng } = this.#context;
    yield* sleep(prng.fork(channel).nextInt(period));
    for (;;) {
      yield* sleep(period);
      if (!due()) continue;
      tracer.timer(component, channel);
      this.#items.send({ channel });
    }
  }

  /** Nothing is synced while the runtime has errors. */
  *#waitForRuntime(): Process {
    let backoff = errorBackoffFirst;
    while (this.#parts.state.runtimeErrors().length > 0) {
      yield* sleep(backoff);
      backoff = Math.min(backoff * 2, errorBackoffMax);
    }
  }

  /** Source: syncLoopIteration. */
  #iterate(item: LoopItem): void {
    switch (item.channel) {
      case 'config':
        this.#picked('config', [podKey(item.update.pod)]);
        this.#handleConfig(item.update);
        break;
      case 'pleg':
        this.#handlePleg(item.event);
        break;
      case 'probes':
        this.#handleProbe(item.update);
        break;
      case 'sync':
        this.#handleSync();
        break;
      case 'housekeeping':
        this.#handlePodCleanups();
        break;
      default:
        assertUnreachable(item);
    }
  }

  #picked(channel: LoopItem['channel'], pods: readonly string[]): void {
    const { tracer, component } = this.#context;
    tracer.emit({ type: 'SyncLoopPicked', component, channel, pods });
  }

  #handleConfig(update: PodUpdate): void {
    const { op, pod } = update;
    const { podManager, podWorkers, statusManager } = this.#parts;
    if (isMirrorPod(pod)) {
      this.#handleMirrorPod(update);
      return;
    }
    if (op !== 'REMOVE') statusManager.sourceChanged(pod.metadata.uid);
    switch (op) {
      case 'ADD':
        this.#handlePodAddition(pod, update.initial ?? false);
        break;
      case 'UPDATE':
        if (deadlineChanged(pod, podManager.byUid(pod.metadata.uid))) this.#planDeadline(pod);
        podManager.set(pod);
        this.#parts.allocations.podChanged(pod, this.#context.nodeObject());
        podWorkers.updatePod({ type: 'update', pod });
        break;
      case 'DELETE':
        podManager.set(pod);
        podWorkers.updatePod({ type: 'update', pod });
        statusManager.deletionRequested(pod.metadata.uid);
        break;
      case 'RECONCILE':
        podManager.set(pod);
        // A readiness gate: another client's condition may decide whether the pod is ready.
        if (pod.spec.readinessGates !== undefined && podWorkers.isKnown(pod.metadata.uid)) {
          podWorkers.updatePod({ type: 'sync', pod });
        }
        break;
      case 'REMOVE':
        this.#handlePodRemove(pod);
        break;
    }
  }

  /** Any change of a mirror pod leads to a sync of its static pod. Source: HandlePodUpdates. */
  #handleMirrorPod({ op, pod: mirror }: PodUpdate): void {
    const { podManager, podWorkers, statusManager } = this.#parts;
    if (op === 'REMOVE') podManager.remove(mirror);
    else podManager.set(mirror);
    const { namespace, name } = mirror.metadata;
    const pod = podManager.byFullName(namespace, name);
    if (pod === undefined) return;
    if (op === 'ADD') statusManager.mirrorAdded(pod.metadata.uid);
    else statusManager.sourceChanged(pod.metadata.uid);
    if (op !== 'RECONCILE') podWorkers.updatePod({ type: 'update', pod });
  }

  /** Source: HandlePodAdditions. */
  #handlePodAddition(pod: Pod, initial: boolean): void {
    const { podManager, podWorkers, volumes } = this.#parts;
    podManager.set(pod);
    const ended = isPodTerminal(pod);
    if (!ended && pod.metadata.deletionTimestamp === undefined) {
      const admission = this.#admission(pod);
      this.#emitAdmission(pod, admission);
      if (!admission.admitted) {
        this.#reject(pod, admission);
        return;
      }
      this.#parts.allocations.admitted(pod);
      this.#planDeadline(pod);
      volumes.podAdded(pod);
    }
    if (ended && pod.metadata.deletionTimestamp === undefined) return;
    // After a restart, terminating pods may still use their volumes.
    if (initial && !ended && pod.metadata.deletionTimestamp !== undefined) volumes.podAdded(pod);
    podWorkers.updatePod({ type: 'create', pod });
  }

  /** Source: canAdmitPod: the handlers one after the other. */
  #admission(pod: Pod): Admission {
    const { eviction, shutdown, resources } = this.#parts;
    const pressure = eviction.refusal(pod);
    if (pressure !== undefined) return { admitted: false, reason: 'Evicted', message: pressure };
    const first = this.#admitHere(pod, resources);
    const admission = this.#preempt(pod, first) ?? first;
    if (!admission.admitted || !shutdown.shuttingDown) return admission;
    this.#context.managers.release(pod.metadata.uid);
    const message = 'Pod was rejected as the node is shutting down.';
    return { admitted: false, reason: 'NodeShutdown', message };
  }

  /** If a later handler refuses, the managers release their allocations. */
  #admitHere(pod: Pod, resources: NodeResources): Admission {
    const { managers, nodeObject, node } = this.#context;
    const refusal = managers.admit(pod);
    if (refusal !== undefined) return { admitted: false, ...refusal };
    const admission = admit(pod, nodeObject(), resources);
    const feature = admission.admitted ? refusedFeature(pod, node) : undefined;
    if (!admission.admitted || feature !== undefined) managers.release(pod.metadata.uid);
    return feature === undefined ? admission : { admitted: false, ...feature };
  }

  /** A critical pod takes the place of others. Source: CriticalPodAdmissionHandler. */
  #preempt(pod: Pod, { lacks }: Admission): Admission | undefined {
    if (lacks === undefined || !isCriticalPod(pod)) return undefined;
    const { podManager, podWorkers, preempt } = this.#parts;
    const others = podManager
      .list()
      .filter(({ metadata }) => metadata.uid !== pod.metadata.uid)
      .filter(({ metadata }) => !podWorkers.isTerminationRequested(metadata.uid));
    const victims = victimsFor(pod, others, lacks);
    if (victims === undefined) return undefined;
    for (const victim of victims) preempt(victim);
    return { admitted: true, reason: '', message: '' };
  }

  #emitAdmission(pod: Pod, { admitted, reason, message }: Admission): void {
    const { tracer, component } = this.#context;
    tracer.emit({
      type: 'PodAdmitted',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      admitted,
      handlers: admitHandlers,
      reason,
      message,
    });
  }

  /** Source: rejectPod. */
  #reject(pod: Pod, { reason, message }: Admission): void {
    this.#context.events.pod(pod, 'Warning', reason, message);
    const { generation } = pod.metadata;
    const { qosClass } = pod.status ?? {};
    this.#parts.statusManager.setPodStatus(pod, {
      ...defined({ observedGeneration: generation, qosClass }),
      phase: 'Failed',
      reason,
      message: `Pod was rejected: ${message}`,
    });
  }

  /** A pod with a deadline is looked at again when it has passed. */
  #planDeadline(pod: Pod): void {
    const { activeDeadlineSeconds } = pod.spec;
    const { sim, tracer, component, wall } = this.#context;
    if (activeDeadlineSeconds === undefined) return;
    // A new pod's start time is set shortly after admission and counts in whole seconds.
    const started = parseRfc3339(pod.status?.startTime ?? '') ?? wall() + syncPeriod;
    const due = started + activeDeadlineSeconds * second;
    sim.afterOwn(Math.max(due - wall(), syncPeriod), () => {
      const current = this.#parts.podManager.byUid(pod.metadata.uid);
      if (current === undefined) return;
      tracer.timer(component, 'active-deadline');
      this.#parts.podWorkers.updatePod({ type: 'sync', pod: current });
    });
  }

  /** Source: HandlePodRemoves. */
  #handlePodRemove(pod: Pod): void {
    const { podManager, podWorkers } = this.#parts;
    const { uid } = pod.metadata;
    podManager.remove(pod);
    this.#removed.set(uid, pod);
    if (podWorkers.isKnown(uid) && !podWorkers.isFinished(uid)) {
      podWorkers.updatePod({ type: 'kill', pod, removed: true });
    }
  }

  /** A removed container alone is no reason to sync. Source: isSyncPodWorthy. */
  #handlePleg(event: PlegEvent): void {
    const { podManager, podWorkers, cache, deletor } = this.#parts;
    const pod = podManager.byUid(event.uid);
    if (event.event !== 'ContainerRemoved' && pod !== undefined) {
      this.#picked('pleg', [event.pod]);
      podWorkers.updatePod({ type: 'sync', pod });
    }
    if (event.event !== 'ContainerDied') return;
    const removeAll = podWorkers.shouldPodContentBeRemoved(event.uid);
    deletor.deleteContainersInPod(event.pod, cache.get(event.uid), event.container, removeAll);
  }

  #handleProbe({ kind, containerId, result, pod: probed }: ProbeUpdate): void {
    const { podManager, podWorkers, statusManager } = this.#parts;
    // For liveness only failures matter.
    if (kind === 'liveness' && result !== 'failure') return;
    const pod = podManager.byUid(probed.metadata.uid);
    if (pod === undefined) return;
    this.#picked('probes', [podKey(pod)]);
    const good = result === 'success';
    if (kind === 'readiness') statusManager.setContainerReadiness(pod, containerId, good);
    if (kind === 'startup') statusManager.setContainerStartup(pod, containerId, good);
    podWorkers.updatePod({ type: 'sync', pod });
  }

  /** Pods that are due for a sync. Source: getPodsToSync. */
  #handleSync(): void {
    const { workQueue, podManager, podWorkers } = this.#parts;
    const pods = workQueue.takeReady().flatMap((uid) => podManager.byUid(uid) ?? []);
    if (pods.length === 0) return;
    this.#picked('sync', pods.map(podKey));
    const { sim } = this.#context;
    sim.forEach(pods, (pod) => podWorkers.updatePod({ type: 'sync', pod }));
  }

  /** Source: HandlePodCleanups. */
  #handlePodCleanups(): void {
    const { podManager, podWorkers, statusManager, images, tokens, runtime } = this.#parts;
    const cleaned: string[] = [];
    for (const [uid, pod] of this.#removed) {
      if (podWorkers.isKnown(uid) && !podWorkers.isFinished(uid)) {
        podWorkers.retryOrphan(uid);
        continue;
      }
      podWorkers.forget(uid);
      statusManager.forget(uid);
      images.forget(uid);
      tokens.forget(uid);
      runtime.forget(uid);
      this.#parts.allocations.forget(uid);
      this.#parts.orphans.removeFolders(uid);
      this.#retryResizes();
      this.#removed.delete(uid);
      cleaned.push(podKey(pod));
      // A manifest restored without changes has the same UID: its pod starts again.
      const again = podManager.byUid(uid);
      if (again !== undefined) this.#handlePodAddition(again, false);
    }
    if (cleaned.length > 0) this.#picked('housekeeping', cleaned);
    for (const mirror of podManager.orphanedMirrors()) {
      const { uid } = mirror.metadata;
      const staticUid = mirror.metadata.annotations?.[mirrorAnnotation] ?? '';
      if (podWorkers.isKnown(staticUid) || this.#deletedMirrors.has(uid)) continue;
      this.#deletedMirrors.add(uid);
      this.#context.sim.spawn('delete mirror pod', this.#deleteMirror(mirror));
    }
    const { orphans } = this.#parts;
    orphans.removeCgroups();
    if (orphans.found) this.#context.sim.spawn('orphaned pods', orphans.clean());
  }

  *#deleteMirror(mirror: Pod): Process {
    const gone = yield* this.#parts.mirrors.delete(mirror, undefined);
    if (!gone) this.#deletedMirrors.delete(mirror.metadata.uid);
  }

  /** A pod's resources are free once its containers have stopped. */
  podTerminated(uid: string): void {
    this.#parts.resources.remove(uid);
    this.#context.managers.release(uid);
    this.#retryResizes();
  }

  /** Resources became free: deferred resizes may fit. Source: RetryPendingResizes. */
  #retryResizes(): void {
    const { allocations, podManager, podWorkers } = this.#parts;
    if (!allocations.hasPending) return;
    for (const { metadata } of allocations.retry(this.#context.nodeObject())) {
      const pod = podManager.byUid(metadata.uid);
      if (pod !== undefined) podWorkers.updatePod({ type: 'sync', pod });
    }
  }
}

const deadlineChanged = (pod: Pod, before: Pod | undefined): boolean =>
  pod.spec.activeDeadlineSeconds !== before?.spec.activeDeadlineSeconds;
