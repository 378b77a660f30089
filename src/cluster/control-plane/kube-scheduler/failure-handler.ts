/**
 * What happens to a pod that could not be scheduled: back to the queue, an event, a condition.
 * Models handleSchedulingFailure of kubernetes/pkg/scheduler/schedule_one.go.
 */
import { defined } from '#base/defined';
import { rfc3339 } from '#base/sim-time';
import type { Pod, PodCondition } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import type { QueuedPodInfo } from './backend/queue/queued-pod-info.ts';
import type { SchedulingQueue } from './backend/queue/scheduling-queue.ts';
import type { Handle } from './framework/interface.ts';
import { podKey } from './framework/types/pod-info.ts';
import { type Diagnosis, fitErrorMessage } from './framework/types/status.ts';

/** Source: kubernetes/pkg/apis/core/validation NoteLengthLimit. */
const noteLengthLimit = 1024;

export interface Failure {
  readonly reason: 'Unschedulable' | 'SchedulerError';
  /** Empty clears the nomination; absent leaves it. */
  readonly nominatedNode?: string | undefined;
}

export class FailureHandler {
  readonly #handle: Handle;
  readonly #queue: () => SchedulingQueue;
  readonly #pods: Lister<Pod>;

  constructor(handle: Handle, queue: () => SchedulingQueue, podLister: Lister<Pod>) {
    this.#handle = handle;
    this.#queue = queue;
    this.#pods = podLister;
  }

  /** A pod that is being deleted is not tried. Source: skipPodSchedule. */
  noteDeleting(pod: Pod): void {
    const message = `skip schedule deleting pod: ${podKey(pod)}`;
    this.#event(pod, message);
  }

  /**
   * There is no node. That counts as a rejection without a plugin, so the pod is tried again after
   * its backoff. Source: schedulingCycle on ErrNoNodesAvailable.
   */
  *failWithoutNodes(queued: QueuedPodInfo): Process {
    yield* this.fail(queued, 'no nodes available to schedule pods', { reason: 'Unschedulable' });
  }

  /** No node fits; `diagnosis` has the reasons. */
  *failUnschedulable(
    queued: QueuedPodInfo,
    diagnosis: Diagnosis,
    nominatedNode: string | undefined,
  ): Process {
    queued.unschedulablePlugins = diagnosis.unschedulablePlugins;
    queued.pendingPlugins = diagnosis.pendingPlugins;
    const message = fitErrorMessage(this.#handle.snapshot.nodes.length, diagnosis);
    yield* this.fail(queued, message, { reason: 'Unschedulable', nominatedNode });
  }

  /** Puts the pod back and reports the failure. The scheduling loop waits for the status patch. */
  *fail(queued: QueuedPodInfo, message: string, failure: Failure): Process {
    const { tracer, sim, nominator, component } = this.#handle;
    const { key: pod } = queued;
    tracer.emit({ type: 'SchedulingFailed', component, pod, message });
    const cached = this.#pods.get(queued.key);
    const gone = cached === undefined || cached.metadata.uid !== queued.pod.metadata.uid;
    if (!gone && (cached.spec.nodeName ?? '') === '') {
      queued.pod = cached;
      if (failure.nominatedNode === '') nominator.delete(cached);
      else nominator.add(cached, failure.nominatedNode);
      sim.aside(() => this.#queue().addUnschedulable(queued));
    }
    sim.aside(() => this.#queue().done(queued.pod));
    this.#event(queued.pod, truncated(message));
    if (!gone) yield* this.#patchStatus(queued.pod, message, failure);
  }

  /**
   * Writes the pod's nominated node before a binding that takes time.
   * Source: bindingCycle with NominatedNodeNameForExpectation.
   */
  *nominate(pod: Pod, node: string): Process {
    const status = this.#nominationPatch(pod, node);
    if (status === undefined) return;
    const { namespace, name } = pod.metadata;
    const target = { namespace, name, subresource: 'status' };
    const type = 'application/strategic-merge-patch+json';
    yield* this.#handle.client.patch(pods, type, { status }, target);
  }

  #event(pod: Pod, message: string): void {
    const extra = { action: 'Scheduling' };
    this.#handle.recorder.event(pod, 'Warning', 'FailedScheduling', message, extra);
  }

  /** Source: updatePod: nothing is written when nothing changes. */
  *#patchStatus(pod: Pod, message: string, failure: Failure): Process {
    const { client } = this.#handle;
    const { namespace, name } = pod.metadata;
    const condition = this.#condition(pod, message, failure.reason);
    const nominated = this.#nominationPatch(pod, failure.nominatedNode);
    if (condition === undefined && nominated === undefined) return;
    const status = {
      ...(condition === undefined ? {} : conditionPatch(pod, condition)),
      ...nominated,
    };
    yield* client.patch(
      pods,
      'application/strategic-merge-patch+json',
      { status },
      { namespace, name, subresource: 'status' },
    );
  }

  #nominationPatch(
    pod: Pod,
    node: string | undefined,
  ): { readonly nominatedNodeName: string | null } | undefined {
    const present = pod.status?.nominatedNodeName ?? '';
    if (node === undefined || node === present) return undefined;
    return { nominatedNodeName: node === '' ? null : node };
  }

  /** PodScheduled=False, or undefined when the pod already has the same condition. */
  #condition(pod: Pod, message: string, reason: Failure['reason']): PodCondition | undefined {
    const old = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
    const { generation } = pod.metadata;
    const same =
      old?.status === 'False' &&
      old.reason === reason &&
      old.message === message &&
      old.observedGeneration === generation;
    if (same) return undefined;
    const since = old?.status === 'False' ? old.lastTransitionTime : rfc3339(this.#handle.sim.now);
    return {
      lastProbeTime: null,
      ...defined({ lastTransitionTime: since }),
      message,
      ...defined({ observedGeneration: generation }),
      reason,
      status: 'False',
      type: 'PodScheduled',
    };
  }
}

/** A strategic merge patch of one condition lists the order of all when there are others. */
function conditionPatch(pod: Pod, condition: PodCondition): Readonly<Record<string, unknown>> {
  const known = (pod.status?.conditions ?? []).map(({ type }) => type);
  const conditions = [condition];
  if (known.length === 0) return { conditions };
  const types = known.includes(condition.type) ? known : [...known, condition.type];
  return { '$setElementOrder/conditions': types.map((type) => ({ type })), conditions };
}

const truncated = (message: string): string =>
  message.length <= noteLengthLimit ? message : `${message.slice(0, noteLengthLimit - 4)} ...`;
