/**
 * The desired pods of a StatefulSet by place: existing ones, and new ones in the gaps.
 *
 * Models the slice of replicas in stateful_set_control.go. A new pod is built only when its place
 * is read, so a set of two billion replicas costs no more than the pods that are reached.
 */
import type { NewPod, Replica } from './stateful-set-utils.ts';

/** A sequence of items, whether they are stored or built on demand. */
export interface Row<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

export class Replicas implements Row<Replica> {
  readonly length: number;
  readonly #pods: Map<number, Replica>;
  readonly #newPod: (place: number) => NewPod;

  constructor(
    length: number,
    present: ReadonlyMap<number, Replica>,
    newPod: (place: number) => NewPod,
  ) {
    this.length = length;
    this.#pods = new Map(present);
    this.#newPod = newPod;
  }

  /** The pod at a place; the place must be below the length. */
  at(place: number): Replica {
    let pod = this.#pods.get(place);
    if (pod === undefined) {
      pod = this.#newPod(place);
      this.#pods.set(place, pod);
    }
    return pod;
  }

  *[Symbol.iterator](): Iterator<Replica> {
    for (let place = 0; place < this.length; place++) yield this.at(place);
  }

  /** The first pod for which a condition holds; in a gap, a new pod is built and tested. */
  first(holds: (pod: Replica) => boolean): Replica | undefined {
    for (const pod of this) if (holds(pod)) return pod;
    return undefined;
  }

  /** The existing pods, and the new ones that were built. */
  get seen(): readonly Replica[] {
    return [...this.#pods.values()];
  }
}
