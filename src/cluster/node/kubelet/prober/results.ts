/**
 * The latest probe results of one kind by container; changes are published.
 * Models kubernetes/pkg/kubelet/prober/results/results_manager.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { ProbeKind, ProbeResult } from './prober.ts';

export interface ProbeUpdate {
  readonly kind: ProbeKind;
  readonly containerId: string;
  readonly result: ProbeResult;
  readonly pod: Pod;
}

export class ResultsManager {
  readonly #kind: ProbeKind;
  readonly #send: (update: ProbeUpdate) => void;
  readonly #results = new Map<string, ProbeResult>();

  constructor(kind: ProbeKind, send: (update: ProbeUpdate) => void) {
    this.#kind = kind;
    this.#send = send;
  }

  get(containerId: string): ProbeResult | undefined {
    return this.#results.get(containerId);
  }

  set(containerId: string, result: ProbeResult, pod: Pod): void {
    if (this.#results.get(containerId) === result) return;
    this.#results.set(containerId, result);
    this.#send({ kind: this.#kind, containerId, result, pod });
  }

  forget(containerId: string): void {
    this.#results.delete(containerId);
  }
}
