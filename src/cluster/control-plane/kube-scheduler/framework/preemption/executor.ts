/**
 * Carries a preemption out beside the scheduling loop: marks and deletes the victims.
 * Models kubernetes/pkg/scheduler/framework/preemption/executor.go with async preemption.
 */
import { defined } from '#base/defined';
import { rfc3339 } from '#base/sim-time';
import type { Pod, PodCondition } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { Handle } from '../interface.ts';
import type { Candidate } from '../types/candidate.ts';
import { priorityOf } from '../types/pod-info.ts';

export class PreemptionExecutor {
  readonly #handle: Handle;
  /** Uids of pods whose preemption still runs. */
  readonly #preempting = new Set<string>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  isPreempting(pod: Pod): boolean {
    return this.#preempting.has(pod.metadata.uid);
  }

  /** Starts at once and returns; the pod is held back until it is done. */
  start(preemptor: Pod, candidate: Candidate): void {
    const { sim } = this.#handle;
    this.#preempting.add(preemptor.metadata.uid);
    sim.spawn('preemption', this.#run(preemptor, candidate));
  }

  *#run(preemptor: Pod, { node, victims }: Candidate): Process {
    const { sim } = this.#handle;
    for (const { pod } of sim.inTurn(this.#handle.nominator.podsOn(node))) {
      if (priorityOf(pod) < priorityOf(preemptor)) yield* this.#clearNomination(pod);
    }
    const first = victims.slice(0, -1);
    const tasks: Task<boolean>[] = first.map((victim) =>
      sim.spawn('preempt pod', this.#preempt(preemptor, victim, node)),
    );
    let failed = false;
    for (const task of tasks) if ((yield* task.join()) !== true) failed = true;
    const last = victims.at(-1);
    // The last deletion wakes the preemptor, so the preemptor must not be held back by then.
    this.#preempting.delete(preemptor.metadata.uid);
    if (last !== undefined && !(yield* this.#preempt(preemptor, last, node))) failed = true;
    if (failed) this.#handle.activate(preemptor);
  }

  *#preempt(preemptor: Pod, victim: Pod, node: string): Process<boolean> {
    const { client, recorder } = this.#handle;
    const { namespace, name } = victim.metadata;
    const marked = yield* client.patch(
      pods,
      'application/strategic-merge-patch+json',
      { status: this.#disruption(victim) },
      { namespace, name, subresource: 'status' },
    );
    if (!marked.ok && !isNotFound(marked.error)) return false;
    const deleted = yield* client.delete(pods, { namespace, name });
    if (!deleted.ok && !isNotFound(deleted.error)) return false;
    const message = `Preempted by pod ${preemptor.metadata.uid} on node ${node}`;
    recorder.event(victim, 'Normal', 'Preempted', message, { action: 'Preempting' });
    return true;
  }

  /** The status patch with the reason of the disruption. */
  #disruption(victim: Pod): Readonly<Record<string, unknown>> {
    const known = (victim.status?.conditions ?? []).map(({ type }) => ({ type }));
    const { generation } = victim.metadata;
    const condition: PodCondition = {
      lastProbeTime: null,
      lastTransitionTime: rfc3339(this.#handle.sim.now),
      message: `${this.#handle.schedulerName}: preempting to accommodate a higher priority pod`,
      ...defined({ observedGeneration: generation }),
      reason: 'PreemptionByScheduler',
      status: 'True',
      type: 'DisruptionTarget',
    };
    return {
      '$setElementOrder/conditions': [...known, { type: condition.type }],
      conditions: [condition],
    };
  }

  *#clearNomination(pod: Pod): Process {
    const { namespace, name } = pod.metadata;
    this.#handle.nominator.delete(pod);
    yield* this.#handle.client.patch(
      pods,
      'application/strategic-merge-patch+json',
      { status: { nominatedNodeName: null } },
      { namespace, name, subresource: 'status' },
    );
  }
}
