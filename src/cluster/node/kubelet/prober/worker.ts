/**
 * Probes one container with one kind of probe for as long as the pod lives.
 * Models kubernetes/pkg/kubelet/prober/worker.go.
 */

import { parseRfc3339, second } from '#base/sim-time';
import type { Container, ContainerStatus, Pod, PodStatus, Probe } from '#k8s.io/api/core/v1';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { firstOf, Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import { isContainerRestartable } from '../kuberuntime/restart-rules.ts';
import type { ProbeKind, ProbeResult, Prober } from './prober.ts';
import type { ResultsManager } from './results.ts';

const initialResult: Readonly<Record<ProbeKind, ProbeResult>> = {
  readiness: 'failure',
  liveness: 'success',
  startup: 'unknown',
};

export interface ProbeWorkerOptions {
  readonly kind: ProbeKind;
  readonly probe: Probe;
  readonly pod: Pod;
  readonly container: Container;
  readonly status: () => PodStatus | undefined;
  /** The current pod, for its deletion timestamp. */
  readonly currentPod: () => Pod;
}

export class ProbeWorker {
  readonly #context: KubeletContext;
  readonly #options: ProbeWorkerOptions;
  readonly #prober: Prober;
  readonly #results: ResultsManager;
  readonly #trigger: Signal;
  readonly #stop: Signal;
  #triggered = false;
  #stopped = false;
  #containerId = '';
  #onHold = false;
  #lastResult: ProbeResult | undefined;
  #resultRun = 0;

  constructor(
    context: KubeletContext,
    options: ProbeWorkerOptions,
    prober: Prober,
    results: ResultsManager,
  ) {
    this.#context = context;
    this.#options = options;
    this.#prober = prober;
    this.#results = results;
    this.#trigger = new Signal(context.sim);
    this.#stop = new Signal(context.sim);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Probes at once, because the result is needed now. */
  trigger(): void {
    this.#triggered = true;
    this.#trigger.notifyAll();
  }

  stop(): void {
    this.#stopped = true;
    this.#stop.notifyAll();
  }

  *run(): Process {
    const { sim, tracer, component } = this.#context;
    const { kind, probe } = this.#options;
    const period = (probe.periodSeconds ?? 10) * second;
    let next = sim.now + period;
    while (!this.#stopped && (yield* this.#doProbe())) {
      if (this.#stopped) break;
      if (!this.#triggered) {
        const left = Math.max(0, next - sim.now);
        const first = yield* firstOf(sim, [this.#trigger, this.#stop], left);
        if (first === 'timeout') tracer.timer(component, `${kind}-probe`);
      }
      if (this.#triggered) next = sim.now + period;
      else while (next <= sim.now) next += period;
      this.#triggered = false;
    }
    this.#stopped = true;
    this.#results.forget(this.#containerId);
  }

  /** Returns whether to go on. Source: doProbe. */
  *#doProbe(): Process<boolean> {
    const { kind, probe, pod, container } = this.#options;
    const { wall } = this.#context;
    const podStatus = this.#options.status();
    if (podStatus === undefined) return true;
    if (isPodPhaseTerminal(podStatus.phase)) return false;
    const status = findStatus(podStatus, container.name);
    const id = status?.containerID?.replace('containerd://', '') ?? '';
    if (status === undefined || id === '') return true;
    if (id !== this.#containerId) this.#newContainer(id);
    if (this.#onHold) return true;
    const { running, terminated } = status.state ?? {};
    if (running === undefined) {
      this.#results.set(id, 'failure', pod);
      return terminated === undefined || isContainerRestartable(pod, container);
    }
    const deleting = this.#options.currentPod().metadata.deletionTimestamp !== undefined;
    if (deleting && kind !== 'readiness') {
      this.#results.set(id, 'success', pod);
      return false;
    }
    const startedAt = parseRfc3339(running.startedAt ?? '') ?? wall();
    if (wall() - startedAt < (probe.initialDelaySeconds ?? 0) * second) return true;
    if ((status.started === true) === (kind === 'startup')) return true;
    const podIP = podStatus.podIP ?? '';
    const result = yield* this.#prober.probe(kind, probe, {
      pod,
      container,
      containerId: id,
      podIP,
    });
    if (result !== 'unknown' && !this.#stopped) this.#note(result);
    return true;
  }

  #newContainer(id: string): void {
    const { kind, pod } = this.#options;
    if (this.#containerId !== '') this.#results.forget(this.#containerId);
    this.#containerId = id;
    this.#results.set(id, initialResult[kind], pod);
    this.#onHold = false;
    this.#resultRun = 0;
    this.#lastResult = undefined;
  }

  /** Counts equal results in a row; the result takes effect at the threshold. */
  #note(result: ProbeResult): void {
    const { kind, probe, pod } = this.#options;
    if (this.#lastResult === result) this.#resultRun++;
    else {
      this.#lastResult = result;
      this.#resultRun = 1;
    }
    const threshold =
      result === 'failure' ? (probe.failureThreshold ?? 3) : (probe.successThreshold ?? 1);
    if (this.#resultRun < threshold) return;
    this.#results.set(this.#containerId, result, pod);
    if (kind === 'readiness' || result !== 'failure') return;
    // The container will be restarted and is not probed until then.
    this.#onHold = true;
    this.#resultRun = 0;
  }
}

const findStatus = (status: PodStatus, name: string): ContainerStatus | undefined =>
  status.containerStatuses?.find((item) => item.name === name) ??
  status.initContainerStatuses?.find((item) => item.name === name);
