/**
 * Counts the pods of a node that match a selector, without checking each: pods of one template have
 * the same labels and are counted together.
 *
 * In: added and removed pods. Out: counts; pods that are being deleted are not among them.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { matches, type Selector } from '#k8s.io/apimachinery/labels';

type Labels = Pod['metadata']['labels'];

export class Fellows {
  /** By namespace, then by identical labels. */
  readonly #counts = new Map<string, Map<Labels, number>>();

  constructor(copyOf?: Fellows) {
    if (copyOf === undefined) return;
    for (const [namespace, counts] of copyOf.#counts) this.#counts.set(namespace, new Map(counts));
  }

  /** `by` is 1 for an added pod, -1 when the same pod is removed. */
  count({ metadata }: Pod, by: 1 | -1): void {
    const { namespace, labels, deletionTimestamp } = metadata;
    if (deletionTimestamp !== undefined) return;
    let counts = this.#counts.get(namespace);
    if (counts === undefined) {
      counts = new Map();
      this.#counts.set(namespace, counts);
    }
    const count = (counts.get(labels) ?? 0) + by;
    if (count === 0) counts.delete(labels);
    else counts.set(labels, count);
  }

  /** The number of pods of a namespace that match a selector. */
  matching(selector: Selector, namespace: string): number {
    let found = 0;
    const counts = this.#counts.get(namespace);
    if (counts === undefined) return 0;
    for (const [labels, count] of counts) {
      if (matches(selector, labels)) found += count;
    }
    return found;
  }
}
