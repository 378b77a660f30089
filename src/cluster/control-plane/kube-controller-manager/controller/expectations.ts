/**
 * What a controller has asked for but not yet seen in its cache.
 *
 * Models kubernetes/pkg/controller/controller_utils.go UIDTrackingControllerExpectations: until
 * the expected creations and deletions were observed, or five minutes passed, the controller does
 * not create or delete again for that key.
 */
import { minute, type SimTime } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { ComponentId } from '#trace/fact';

const expectationsTimeout = 5 * minute;

interface Expectation {
  add: number;
  /** The keys of the pods whose deletion has not been seen. */
  readonly del: Set<string>;
  readonly since: SimTime;
}

export class ControllerExpectations {
  readonly #env: Environment;
  readonly #component: ComponentId;
  readonly #expected = new Map<string, Expectation>();

  constructor(env: Environment, component: ComponentId) {
    this.#env = env;
    this.#component = component;
  }

  /** Whether the controller may act: nothing is outstanding, or it has been too long. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined) return true;
    if (expected.add <= 0 && expected.del.size === 0) return true;
    return this.#env.sim.now - expected.since > expectationsTimeout;
  }

  expectCreations(key: string, count: number): void {
    this.#set(key, count, []);
  }

  expectDeletions(key: string, podKeys: readonly string[]): void {
    this.#set(key, 0, podKeys);
  }

  /** Both at once, for a controller that makes and deletes in one sync. */
  expect(key: string, creations: number, podKeys: readonly string[]): void {
    this.#set(key, creations, podKeys);
  }

  /** A creation was seen, or is known not to come. */
  creationObserved(key: string): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.add--;
  }

  /** The deletion of one of the expected pods was seen. */
  deletionObserved(key: string, podKey: string): void {
    this.#expected.get(key)?.del.delete(podKey);
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
