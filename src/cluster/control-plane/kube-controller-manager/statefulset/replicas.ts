/**
 * The pods that a StatefulSet wants, by place: those there are, and new ones in the gaps.
 *
 * Models the slice of replicas in stateful_set_control.go. A new pod is made when somebody comes to
 * its place, so a set of two thousand million replicas costs no more than the pods it gets to.
 */
import type { NewPod, Replica } from './stateful-set-utils.ts';

/** What has items in order, whether it holds them or makes them. */
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

  /** The pod at a place below the length. */
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

  /** The first pod of which something holds; a gap is such a pod soon. */
  first(holds: (pod: Replica) => boolean): Replica | undefined {
    for (const pod of this) if (holds(pod)) return pod;
    return undefined;
  }

  /** Those that are there, and those that somebody came to. */
  get seen(): readonly Replica[] {
    return [...this.#pods.values()];
  }
}
