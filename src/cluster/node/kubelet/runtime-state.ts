/**
 * Whether the node can run pods: the runtime answers, its network is ready, the PLEG works.
 * Models kubernetes/pkg/kubelet/runtime.go and updateRuntimeUp.
 */
import { type Duration, type SimTime, second } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from './kubelet-context.ts';
import type { GenericPleg } from './pleg/generic.ts';

const checkPeriod: Duration = 5 * second;
const downAfter: Duration = 30 * second;

export class RuntimeState {
  readonly #context: KubeletContext;
  readonly #pleg: GenericPleg;
  readonly #onFirstReady: () => void;
  #lastReady: SimTime | undefined;
  #networkError = 'network state unknown';
  #runtimeError = '';
  #dependentStarted = false;
  /** The errors that were emitted last. */
  #emitted: string | undefined;

  constructor(context: KubeletContext, pleg: GenericPleg, onFirstReady: () => void) {
    this.#context = context;
    this.#pleg = pleg;
    this.#onFirstReady = onFirstReady;
  }

  get networkError(): string {
    return this.#networkError;
  }

  /** Why pods cannot be synced; empty when they can. */
  runtimeErrors(): readonly string[] {
    const errors: string[] = [];
    if (this.#lastReady === undefined) {
      errors.push('container runtime status check may not have completed yet');
    } else if (this.#context.sim.now - this.#lastReady >= downAfter) {
      errors.push('container runtime is down');
    }
    const pleg = this.#pleg.unhealthy(this.#context.sim.now);
    if (pleg !== '') errors.push(`PLEG is not healthy: ${pleg}`);
    if (this.#runtimeError !== '') errors.push(this.#runtimeError);
    return errors;
  }

  /** Why the node is not ready. */
  errors(): readonly string[] {
    const errors = this.runtimeErrors();
    return this.#networkError === '' ? errors : [...errors, this.#networkError];
  }

  /** Asks the runtime now. Source: updateRuntimeUp. */
  *update(): Process {
    const { cri, sim } = this.#context;
    const status = yield* cri.status();
    if (!status.ok) {
      this.#emitChange();
      return;
    }
    const { runtimeReady, networkReady, message } = status.value;
    this.#networkError = networkReady
      ? ''
      : 'container runtime network not ready: NetworkReady=false' +
        ` reason:NetworkPluginNotReady message:${message}`;
    this.#runtimeError = runtimeReady
      ? ''
      : 'container runtime not ready: RuntimeReady=false reason: message:';
    if (runtimeReady) this.#lastReady = sim.now;
    this.#emitChange();
    if (!runtimeReady) return;
    if (this.#dependentStarted) return;
    this.#dependentStarted = true;
    this.#onFirstReady();
  }

  /** Emits only changes. */
  #emitChange(): void {
    const errors = this.errors();
    const key = errors.join('\n');
    if (key === this.#emitted) return;
    this.#emitted = key;
    const { sim, tracer, component } = this.#context;
    sim.aside(() => tracer.emit({ type: 'RuntimeStateChanged', component, errors }));
  }

  *run(): Process {
    const { tracer, component } = this.#context;
    for (;;) {
      yield* sleep(checkPeriod);
      tracer.timer(component, 'runtime-up');
      yield* this.update();
    }
  }
}
