/**
 * The tracer of a further process of the same program: its facts carry the process's own name.
 *
 * In: drafts in which the program names itself (`kube-scheduler`, `kube-controller-manager/…`). Out:
 * the same facts under `kube-scheduler-2`, in the one log.
 */
import type { Simulation } from '#sim/simulation';
import type { ComponentId, FactId } from './fact.ts';
import type { Fact, FactDraft, FactOf, FactType } from './facts.ts';
import { Tracer } from './tracer.ts';

export class ReplicaTracer extends Tracer {
  readonly #inner: Tracer;
  readonly #program: string;
  readonly #replica: string;

  constructor(sim: Simulation, inner: Tracer, program: string, replica: string) {
    super(sim);
    this.#inner = inner;
    this.#program = program;
    this.#replica = replica;
  }

  override get facts(): readonly Fact[] {
    return this.#inner.facts;
  }

  override get cause(): FactId {
    return this.#inner.cause;
  }

  override hear<T extends FactType>(type: T, listener: (fact: FactOf<T>) => void): void {
    this.#inner.hear(type, listener);
  }

  override emit(draft: FactDraft): FactId {
    return this.#inner.emit({ ...draft, component: this.#named(draft.component) });
  }

  override emitRoot(draft: FactDraft): FactId {
    return this.#inner.emitRoot({ ...draft, component: this.#named(draft.component) });
  }

  override timer(component: ComponentId, timer: string): void {
    this.#inner.timer(this.#named(component), timer);
  }

  #named(component: ComponentId): ComponentId {
    const [program = '', ...part] = component.split('/');
    return program === this.#program ? [this.#replica, ...part].join('/') : component;
  }
}
