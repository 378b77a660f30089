/**
 * One operating system process of the machine room, which can end and be started again.
 *
 * In: how to make the component. Out: a component in its own task group, and the endpoint for its
 * clients: when the process ends, its open connections break and nothing listens until it starts
 * again. A new process knows only what is on disk, in etcd or in the runtime: each start makes a
 * new component with its own random numbers.
 */
import type { Environment } from '#cluster/environment';
import type { HttpServer } from '#k8s.io/client-go/rest/http';
import type { Endpoint } from '#k8s.io/client-go/rest/transport';
import type { OpenStream } from '#k8s.io/client-go/rest/watch-stream';
import { Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import { TaskGroup } from '#sim/task';

interface Runnable {
  run(): Process;
  /** What it does after SIGTERM, before it ends. */
  terminate?(): Process;
}

/** The reason of an end by SIGTERM. */
export const terminated = 'terminated';
/** The reason of an end by SIGKILL: nothing is done before it. */
const killed = 'killed';

export class OsProcess<T extends Runnable> {
  readonly name: string;
  readonly #env: Environment;
  readonly #make: (env: Environment) => T;
  readonly #streams = new Set<OpenStream>();
  #component: T | undefined;
  #group: TaskGroup;
  #starts = 0;

  constructor(env: Environment, name: string, make: (env: Environment) => T) {
    this.name = name;
    this.#env = env;
    this.#make = make;
    this.#group = new TaskGroup(name);
  }

  /** False before the first start, after `stop`, and after the component ended by itself. */
  get running(): boolean {
    return this.#group.size > 0;
  }

  /** The component of the last start. */
  get component(): T | undefined {
    return this.#component;
  }

  /** The tasks of the process, including its request handlers. */
  get group(): TaskGroup {
    return this.#group;
  }

  /**
   * Starts the process if it does not run; returns whether it did. `first` runs before its own
   * work.
   */
  start(first?: Process): boolean {
    if (this.running) return false;
    const { sim, prng } = this.#env;
    const again = this.#starts > 0 ? prng.fork(`${this.name}/start ${this.#starts}`) : prng;
    this.#starts++;
    this.#group = new TaskGroup(this.name);
    const component = this.#make({ ...this.#env, prng: again });
    this.#component = component;
    sim.spawn(this.name, this.#main(component, first), this.#group);
    return true;
  }

  /** Ends the process: its tasks stop where they are, its connections break. */
  stop(reason: string): boolean {
    if (!this.running) return false;
    const { sim, tracer } = this.#env;
    tracer.emit({ type: 'ComponentStopped', component: this.name, reason });
    this.#group.cancelAll();
    sim.forEach([...this.#streams], (stream) => stream.close());
    this.#streams.clear();
    const last = reason === terminated ? this.#component?.terminate?.() : undefined;
    if (last !== undefined) sim.spawn(`${this.name} ends`, last, new TaskGroup(this.name));
    return true;
  }

  /**
   * SIGKILL in place of the n-th time that something in the process goes on: it can end between
   * any two of the things that it does. 0 calls it off. The end follows from what asks for it.
   */
  killAtResume(n: number): void {
    const { sim } = this.#env;
    const { cause } = sim;
    this.#group.endAtResume(n, () => sim.under(cause, () => this.stop(killed)));
  }

  /** What clients connect to; `server` picks the part of the component that listens. */
  endpoint(address: string, server: (component: T) => HttpServer): Endpoint {
    const down = nobodyListens(address);
    const serving = (): HttpServer =>
      this.running && this.#component !== undefined ? server(this.#component) : down;
    const group = (): TaskGroup => this.#group;
    return {
      get server() {
        return serving();
      },
      get group() {
        return group();
      },
      streams: this.#streams,
    };
  }

  *#main(component: T, first: Process | undefined): Process {
    if (first !== undefined) yield* first;
    yield* component.run();
    // A component that only works in the calls of others is still a process.
    yield* new Signal(this.#env.sim).wait();
  }
}

const nobodyListens = (address: string): HttpServer => ({
  address,
  listening: false,
  serve: () => {
    throw new Error(`${address} does not listen`);
  },
});
