/**
 * Which policies or webhooks are called again in the second round of the mutating pass.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/webhook/mutating and policy/mutating
 * reinvocationcontext.go: those that allow it and were called before something changed the object.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Reinvocation } from './admission.ts';

export class Reinvocations {
  /** Already called, and allowed to be called again. */
  readonly #willing = new Set<string>();
  /** To be called again: something changed after their first call. */
  readonly #again = new Set<string>();
  #lastOutput: KubeObject | undefined;

  /** The state that a plugin keeps through both rounds. */
  static of(
    reinvocation: Reinvocation | undefined,
    plugin: string,
    object: KubeObject,
  ): Reinvocations {
    const known = reinvocation?.kept.get(plugin) as Reinvocations | undefined;
    const kept = known ?? new Reinvocations();
    reinvocation?.kept.set(plugin, kept);
    // The server's own plugins changed the object in between: all that allow it are called again.
    if (reinvocation?.again === true && kept.#lastOutput !== object) kept.requireAgain();
    return kept;
  }

  mustCall(key: string): boolean {
    return this.#again.has(key);
  }

  mayCallAgain(key: string): void {
    this.#willing.add(key);
  }

  requireAgain(): void {
    for (const key of this.#willing) this.#again.add(key);
    this.#willing.clear();
  }

  finished(object: KubeObject): void {
    this.#lastOutput = object;
  }
}
