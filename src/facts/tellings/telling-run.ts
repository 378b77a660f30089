/** What a telling asks of the run around its fact. Everything is as of that fact. */
import type { Fact, FactOf, FactType } from '#trace/facts';

/** The place of a Pod among those that were made for the same owner. */
export interface PodPlace {
  /** From 1, in the order of creation. */
  readonly n: number;
  readonly total: number;
  /** All that exist so far, as `namespace/name`, in the same order. */
  readonly pods: readonly string[];
}

export interface TellingRun {
  /** The facts of the request that the fact belongs to, oldest first; those of etcd too. */
  readonly request: readonly Fact[];
  /** The facts at which earlier beats stand, oldest first. */
  readonly told: readonly Fact[];
  /** Those of them that tell of the same command. */
  readonly toldOfCommand: readonly Fact[];
  /** The steps that the beat tells, the fact itself at the end; for another fact it alone. */
  readonly folded: readonly Fact[];
  /** How often the same has happened by now, where the third and later times are one beat. */
  readonly rounds: number;
  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  readonly main: boolean;
  /** What the key held before the fact wrote it. */
  readonly before: unknown;
  /** The object of a short key (`pods/default/web`). */
  stored(key: string): unknown;
  /** The short keys of all objects of a resource. */
  keysOf(resource: string): readonly string[];
  /** The STATUS column of `kubectl get pods` for a Pod. */
  statusOf(pod: unknown): string;
  /** The place of a Pod (`namespace/name`) among its siblings; `undefined`: it has no owner. */
  placeOf(pod: string): PodPlace | undefined;
  /** The latest fact of a kind before this one that a test accepts. */
  latest<T extends FactType>(
    type: T,
    accepts?: (fact: FactOf<T>) => boolean,
  ): FactOf<T> | undefined;
  /** How many different things the facts of a kind name up to this one, of those accepted. */
  count<T extends FactType>(type: T, nameOf: (fact: FactOf<T>) => string | undefined): number;
  /** The fact that this one follows from. */
  causeOf(fact: Fact): Fact | undefined;
}

/** The first fact of a kind in a list. */
export const first = <T extends FactType>(facts: readonly Fact[], type: T): FactOf<T> | undefined =>
  facts.find((fact): fact is FactOf<T> => fact.type === type);

/** All facts of a kind in a list. */
export const all = <T extends FactType>(facts: readonly Fact[], type: T): readonly FactOf<T>[] =>
  facts.filter((fact): fact is FactOf<T> => fact.type === type);
