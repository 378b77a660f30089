/**
 * The policies that are in force, with their bindings.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/policy/generic policy_source.go: every second the
 * source checks whether policies or bindings changed and compiles the changed ones again. So a
 * change comes into force at the next full second. No timer runs: a request takes in the changes
 * made before the last full second.
 */
import { type SimTime, second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Simulation } from '#sim/simulation';
import type { ResourceCache } from '../../storage/resource-cache.ts';

const refreshInterval = second;

/** A policy, its compiled form, and the bindings that name it. */
export interface Hook<P, B, E> {
  readonly policy: P;
  readonly bindings: readonly B[];
  readonly evaluator: E;
}

interface Change {
  readonly at: SimTime;
  readonly apply: () => void;
}

export interface PolicySourceOptions<P, B, E> {
  readonly sim: Simulation;
  readonly policies: ResourceCache;
  readonly bindings: ResourceCache;
  readonly policyNameOf: (binding: B) => string;
  readonly compile: (policy: P) => E;
}

export class PolicySource<P extends KubeObject, B extends KubeObject, E> {
  readonly #options: PolicySourceOptions<P, B, E>;
  readonly #policies = new Map<string, { readonly policy: P; readonly evaluator: E }>();
  readonly #bindings = new Map<string, B>();
  #pending: Change[] = [];
  #hooks: readonly Hook<P, B, E>[] = [];

  constructor(options: PolicySourceOptions<P, B, E>) {
    this.#options = options;
    const { policies, bindings } = options;
    policies.addHandler((object, previous) => {
      const { name } = (object ?? previous)?.metadata ?? { name: '' };
      this.#later(() => this.#setPolicy(name, object as P | undefined));
    });
    bindings.addHandler((object, previous) => {
      const { name } = (object ?? previous)?.metadata ?? { name: '' };
      this.#later(() => {
        if (object === undefined) this.#bindings.delete(name);
        else this.#bindings.set(name, object as B);
      });
    });
  }

  /** Whether nothing is in force and nothing is about to come into force. */
  get empty(): boolean {
    return this.#hooks.length === 0 && this.#pending.length === 0;
  }

  /** The policies in force now, ordered by name. */
  hooks(): readonly Hook<P, B, E>[] {
    const { sim } = this.#options;
    const lastRefresh = Math.floor(sim.now / refreshInterval) * refreshInterval;
    const due = this.#pending.filter(({ at }) => at <= lastRefresh);
    if (due.length === 0) return this.#hooks;
    this.#pending = this.#pending.filter(({ at }) => at > lastRefresh);
    for (const { apply } of due) apply();
    this.#hooks = this.#combine();
    return this.#hooks;
  }

  #later(apply: () => void): void {
    this.#pending.push({ at: this.#options.sim.now, apply });
  }

  #setPolicy(name: string, policy: P | undefined): void {
    const known = this.#policies.get(name);
    if (policy === undefined) this.#policies.delete(name);
    else if (known?.policy.spec !== policy.spec) {
      this.#policies.set(name, { policy, evaluator: this.#options.compile(policy) });
    }
  }

  #combine(): readonly Hook<P, B, E>[] {
    const byPolicy = new Map<string, B[]>();
    for (const name of [...this.#bindings.keys()].sort()) {
      const binding = this.#bindings.get(name) as B;
      const policyName = this.#options.policyNameOf(binding);
      const others = byPolicy.get(policyName);
      if (others === undefined) byPolicy.set(policyName, [binding]);
      else others.push(binding);
    }
    return [...this.#policies.keys()].sort().flatMap((name) => {
      const known = this.#policies.get(name);
      const bindings = byPolicy.get(name);
      return known === undefined || bindings === undefined ? [] : [{ ...known, bindings }];
    });
  }
}
