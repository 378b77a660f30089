/**
 * Stops containers: event, preStop hook, termination order, then the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer and
 * kuberuntime_termination_order.go. All containers of a pod stop at the same time, but sidecars
 * wait for the containers that they serve.
 */
import { type Duration, second } from '#base/sim-time';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation, Suspendable } from '#sim/simulation';
import type { Task } from '#sim/task';
import { findSpecContainer, isSidecar, podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import type { HandlerRunner } from '../lifecycle/handlers.ts';
import type { Cancellation } from '../util/cancellation.ts';
import { grpcErrorText, grpcNotFound } from '../util/grpc.ts';
import type { ContainerToKill } from './pod-actions.ts';

/** The least grace period of a container, in seconds. */
const minimumGracePeriod = 2;

export interface KillContainerOptions {
  readonly pod: Pod;
  readonly status: ContainerStatus;
  readonly message: string;
  readonly reason: ContainerToKill['reason'];
  /** In seconds; replaces the pod's grace period. */
  readonly gracePeriodOverride?: number | undefined;
  readonly ordering?: TerminationOrdering | undefined;
  /** Cancels the calls under way. */
  readonly cancel?: Cancellation | undefined;
}

export class ContainerKiller {
  readonly #context: KubeletContext;
  readonly #handlers: HandlerRunner;

  constructor(context: KubeletContext, handlers: HandlerRunner) {
    this.#context = context;
    this.#handlers = handlers;
  }

  /** Returns the error of the runtime, if there was one. */
  *kill(options: KillContainerOptions): Process<string | undefined> {
    const { pod, status, ordering, cancel } = options;
    const { sim, cri, events } = this.#context;
    const { name } = status.metadata;
    const spec = findSpecContainer(pod, name)?.container;
    const message = options.message === '' ? `Stopping container ${name}` : options.message;
    events.container(pod, name, 'Normal', 'Killing', message);
    let left = gracePeriod(pod, spec, options);
    const startedAt = sim.now;
    const preStop = spec?.lifecycle?.preStop;
    if (preStop !== undefined && left > 0) {
      const failure = yield* this.#preStop(pod, spec as Container, status.id, left, cancel);
      if (failure !== undefined) {
        events.container(pod, name, 'Warning', 'FailedPreStopHook', 'PreStopHook failed');
      }
    }
    if (ordering !== undefined && left > 0) {
      yield* ordering.waitForTurn(name, left - Math.floor((sim.now - startedAt) / second));
    }
    left = Math.max(minimumGracePeriod, left - Math.floor((sim.now - startedAt) / second));
    const stopped = yield* cri.stopContainer(podKey(pod), status.id, left, cancel);
    ordering?.terminated(name);
    if (stopped.ok || stopped.error.code === grpcNotFound) return undefined;
    return grpcErrorText(stopped.error);
  }

  /** Stops all, at the same time. Source: killContainersWithSyncResult. */
  *killAll(
    pod: Pod,
    running: readonly ContainerStatus[],
    gracePeriodOverride: number | undefined,
    cancel?: Cancellation,
  ): Process<readonly string[]> {
    const { sim } = this.#context;
    const ordering = hasSidecars(pod) ? new TerminationOrdering(sim, pod, running) : undefined;
    const tasks: Task<string | undefined>[] = [];
    for (const status of running) {
      const options = { pod, status, message: '', reason: '' as const };
      const kill = this.kill({ ...options, gracePeriodOverride, ordering, cancel });
      tasks.push(sim.spawn(`kill ${status.metadata.name}`, kill));
    }
    const errors: string[] = [];
    for (const [index, task] of tasks.entries()) {
      const error = yield* task.join();
      const name = running[index]?.metadata.name ?? '';
      if (error !== undefined) errors.push(resultError('KillContainer', name, error));
    }
    return errors;
  }

  /** The hook's time counts against the grace period. */
  *#preStop(
    pod: Pod,
    container: Container,
    containerId: string,
    seconds: number,
    cancel: Cancellation | undefined,
  ): Process<string | undefined> {
    const { sim } = this.#context;
    const hook = container.lifecycle?.preStop ?? {};
    const task = sim.spawn('preStop', this.#handlers.run(pod, container, containerId, hook));
    const parts: readonly Suspendable[] = cancel === undefined ? [task] : [task, cancel.signal];
    const first = yield* firstOf(sim, parts, seconds * second);
    const taken = cancel !== undefined && first === cancel.signal;
    if (first === 'timeout' || taken) {
      if (first === 'timeout') return 'timeout';
      task.cancel();
      return 'context canceled';
    }
    const result = yield* task.join();
    return result?.ok === false ? result.error : undefined;
  }
}

/** Source: PodSyncResult.Error. */
export const resultError = (action: string, target: string, message: string): string =>
  `failed to "${action}" for "${target}" with ${action}Error: ${JSON.stringify(message)}`;

const hasSidecars = (pod: Pod): boolean => (pod.spec.initContainers ?? []).some(isSidecar);

/** Seconds. Source: setTerminationGracePeriod. */
function gracePeriod(
  pod: Pod,
  container: Container | undefined,
  { gracePeriodOverride, reason }: KillContainerOptions,
): number {
  const { deletionGracePeriodSeconds } = pod.metadata;
  const probe =
    reason === 'livenessProbe'
      ? container?.livenessProbe
      : reason === 'startupProbe'
        ? container?.startupProbe
        : undefined;
  const period =
    deletionGracePeriodSeconds ??
    probe?.terminationGracePeriodSeconds ??
    pod.spec.terminationGracePeriodSeconds ??
    minimumGracePeriod;
  return gracePeriodOverride ?? period;
}

/** The containers that must end before a container may stop. Source: terminationOrdering. */
class TerminationOrdering {
  readonly #sim: Simulation;
  readonly #gone: Set<string>;
  readonly #prerequisites = new Map<string, readonly string[]>();
  readonly #changed: Signal;

  constructor(sim: Simulation, pod: Pod, running: readonly ContainerStatus[]) {
    this.#sim = sim;
    this.#changed = new Signal(sim);
    const names = new Set(running.map(({ metadata }) => metadata.name));
    const regular = pod.spec.containers.map(({ name }) => name);
    const all = [...regular, ...(pod.spec.initContainers ?? []).map(({ name }) => name)];
    this.#gone = new Set(all.filter((name) => !names.has(name)));
    let later = regular;
    for (const { name, restartPolicy } of [...(pod.spec.initContainers ?? [])].reverse()) {
      if (restartPolicy !== 'Always') continue;
      this.#prerequisites.set(name, later);
      later = [...later, name];
    }
  }

  /** Waits until the containers before it have ended, at most `seconds`. */
  *waitForTurn(name: string, seconds: number): Process {
    const before = this.#prerequisites.get(name) ?? [];
    const until = this.#sim.now + Math.max(seconds, 0) * second;
    const own = this.#sim.carry(name);
    while (before.some((other) => !this.#gone.has(other))) {
      const left: Duration = until - this.#sim.now;
      if (left <= 0) break;
      const first = yield* firstOf(this.#sim, [this.#changed], left);
      if (first === 'timeout') {
        own.take();
        break;
      }
    }
  }

  terminated(name: string): void {
    this.#gone.add(name);
    this.#changed.notifyAll();
  }
}
