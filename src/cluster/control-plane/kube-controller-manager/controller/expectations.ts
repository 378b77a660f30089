/**
 * The creations and deletions that a controller has requested but not yet seen in its cache.
 *
 * Models kubernetes/pkg/controller/controller_utils.go UIDTrackingControllerExpectations: until
 * they are observed, or five minutes have passed, the controller does not create or delete again
 * for that key.
 */
import { minute, type SimTime } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { ComponentId } from '#trace/fact';

const expectationsTimeout = 5 * minute;

interface Expectation {
  add: number;
  /** The keys of pods whose deletion has not been observed. */
  readonly del: Set<string>;
  readonly since: SimTime;
}

/** What a controller waits for, as plain data. */
export interface HeldExpectation {
  readonly component: ComponentId;
  /** Of the object: `default/web`. */
  readonly key: string;
  /** How many creations it has not seen. */
  readonly add: number;
  /** The keys of the pods whose deletion it has not seen. */
  readonly del: readonly string[];
  readonly since: SimTime;
  /** From then on it no longer waits. */
  readonly until: SimTime;
}

export class ControllerExpectations {
  readonly #env: Environment;
  readonly #component: ComponentId;
  readonly #expected = new Map<string, Expectation>();

  constructor(env: Environment, component: ComponentId) {
    this.#env = env;
    this.#component = component;
  }

  /** Whether the controller may act: nothing is outstanding, or five minutes have passed. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined) return true;
    if (isFulfilled(expected.add, expected.del.size)) return true;
    return this.#env.sim.now - expected.since > expectationsTimeout;
  }

  expectCreations(key: string, count: number): void {
    this.#set(key, count, []);
  }

  expectDeletions(key: string, podKeys: readonly string[]): void {
    this.#set(key, 0, podKeys);
  }

  /** Sets both, for a controller that creates and deletes in one sync. */
  expect(key: string, creations: number, podKeys: readonly string[]): void {
    this.#set(key, creations, podKeys);
  }

  /** A creation was observed, or will not happen. */
  creationObserved(key: string): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.add--;
  }

  /** The deletion of an expected pod was observed. */
  deletionObserved(key: string, podKey: string): void {
    this.#expected.get(key)?.del.delete(podKey);
  }

  /** Those that are not fulfilled, expired ones too. */
  get unfulfilled(): readonly HeldExpectation[] {
    const component = this.#component;
    return [...this.#expected].flatMap(([key, { add, del, since }]) =>
      isFulfilled(add, del.size)
        ? []
        : [{ component, key, add, del: [...del], since, until: since + expectationsTimeout }],
    );
  }

  forget(key: string): void {
    this.#expected.delete(key);
  }

  #set(key: string, add: number, del: readonly string[]): void {
    this.#expected.set(key, { add, del: new Set(del), since: this.#env.sim.now });
    this.#env.tracer.emit({
      type: 'ExpectationsSet',
      component: this.#component,
      key,
      add,
      del: del.length,
    });
  }
}

/** More may be seen than was asked for: a creation whose answer was lost. */
const isFulfilled = (add: number, del: number): boolean => add <= 0 && del === 0;
