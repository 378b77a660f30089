/**
 * The work queue of a controller: keys wait in order, each at most once, never processed twice at
 * the same time; failures come back later and later.
 *
 * Models k8s.io/client-go util/workqueue: Type (dirty and processing sets), DelayingType and the
 * default controller rate limiter: max(5 ms × 2^failures up to 1000 s, bucket of 10/s, burst 100).
 */
import { type Duration, ms, type SimTime, second } from '#base/sim-time';
import { Signal } from '#sim/signal';
import type { Carried, Process, Simulation } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import type { Tracer } from '#trace/tracer';

export interface RateLimits {
  readonly base: Duration;
  readonly max: Duration;
}

const defaultLimits: RateLimits = { base: ms(5), max: 1000 * second };
const bucketInterval = ms(100);
const bucketBurst = 100;

export class RateLimitingQueue {
  /** Whose work it holds. */
  readonly component: ComponentId;
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #name: string;
  readonly #limits: RateLimits;
  readonly #queue: string[] = [];
  /** Keys that need processing, each carrying its latest reason. */
  readonly #dirty = new Map<string, Carried<string>>();
  readonly #processing = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #waitingUntil = new Map<string, SimTime>();
  readonly #ready: Signal;
  #bucketFullAt: SimTime = Number.NEGATIVE_INFINITY;

  constructor(
    sim: Simulation,
    tracer: Tracer,
    component: ComponentId,
    name: string,
    limits: RateLimits = defaultLimits,
  ) {
    this.#sim = sim;
    this.#tracer = tracer;
    this.component = component;
    this.#name = name;
    this.#limits = limits;
    this.#ready = new Signal(sim);
  }

  get length(): number {
    return this.#queue.length;
  }

  /** Adds a key now. A key that already waits is merged; one in process comes back once. */
  add(key: string): void {
    this.#sim.aside(() => this.#add(key));
  }

  #add(key: string): void {
    const merged = this.#dirty.has(key);
    this.#tracer.emit({
      type: 'KeyAdded',
      component: this.component,
      queue: this.#name,
      key,
      delay: 0,
      merged,
    });
    this.#dirty.set(key, this.#sim.carry(key));
    if (!merged && !this.#processing.has(key)) {
      this.#queue.push(key);
      this.#ready.notifyOne();
    }
  }

  /** Adds a key after a delay; of several waits for one key the earliest counts. */
  addAfter(key: string, delay: Duration): void {
    if (delay <= 0) {
      this.add(key);
      return;
    }
    const due = this.#sim.now + delay;
    const pending = this.#waitingUntil.get(key);
    if (pending !== undefined && pending <= due) return;
    this.#waitingUntil.set(key, due);
    this.#sim.aside(() => this.#wait(key, delay, due));
  }

  #wait(key: string, delay: Duration, due: SimTime): void {
    this.#tracer.emit({
      type: 'KeyAdded',
      component: this.component,
      queue: this.#name,
      key,
      delay,
      merged: false,
    });
    this.#sim.after(delay, () => {
      if (this.#waitingUntil.get(key) !== due) return;
      this.#waitingUntil.delete(key);
      this.add(key);
    });
  }

  /** Adds a key after the delay that its failures and the overall rate ask for. */
  addRateLimited(key: string): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const exponential = Math.min(this.#limits.base * 2 ** failures, this.#limits.max);
    this.addAfter(key, Math.max(exponential, this.#bucketDelay()));
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** The key succeeded: its next failure starts from the shortest delay. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** Waits for a key and takes it; the process goes on under the key's cause. */
  *get(): Process<string> {
    for (;;) {
      const key = this.#queue.shift();
      if (key !== undefined) {
        this.#dirty.get(key)?.take();
        this.#dirty.delete(key);
        this.#processing.add(key);
        this.#tracer.emit({
          type: 'KeyTaken',
          component: this.component,
          queue: this.#name,
          key,
        });
        return key;
      }
      yield this.#ready;
    }
  }

  /** The worker is done with the key. If it was added meanwhile, it is queued again. */
  done(key: string): void {
    this.#processing.delete(key);
    const again = this.#dirty.has(key);
    this.#tracer.emit({
      type: 'KeyDone',
      component: this.component,
      queue: this.#name,
      key,
      again,
    });
    if (!again) return;
    this.#queue.push(key);
    this.#ready.notifyOne();
  }

  #bucketDelay(): Duration {
    const now = this.#sim.now;
    const from = Math.max(this.#bucketFullAt, now - bucketBurst * bucketInterval);
    this.#bucketFullAt = from + bucketInterval;
    return Math.max(0, this.#bucketFullAt - now);
  }
}
