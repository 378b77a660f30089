/** What a telling needs to know of the run around its fact, as of that fact. */
import type { Fact, FactOf, FactType } from '#trace/facts';

/** The place of a Pod among the Pods with the same owner. */
export interface PodPlace {
  /** Counted from 1, in the order of creation; 0 for one that has no number. */
  readonly n: number;
  /** How many are wanted. */
  readonly total: number;
  /** All that exist, as `namespace/name`, in the same order. */
  readonly pods: readonly string[];
  /** Those that the same decision of their controller made, and how many it was to make. */
  readonly cohort: readonly string[];
  readonly decided: number;
}

export interface TellingRun {
  /** The facts of the request that the fact belongs to, oldest first; those of etcd too. */
  readonly request: readonly Fact[];
  /** The facts at which earlier beats stand, oldest first. */
  readonly told: readonly Fact[];
  /** Those of them that belong to the same command. */
  readonly toldOfCommand: readonly Fact[];
  /**
   * The steps that the beat tells, with the fact itself at the end; outside of a beat only the
   * fact.
   */
  readonly folded: readonly Fact[];
  /** How often the same has happened by now, where the third and later times are one beat. */
  readonly rounds: number;
  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  readonly main: boolean;
  /** What the key held before the fact wrote it. */
  readonly before: unknown;
  /** The object of a short key (`pods/default/web`), or of a key of etcd. */
  stored(key: string): unknown;
  /** The short keys of all objects of a resource. */
  keysOf(resource: string): readonly string[];
  /** The STATUS column of `kubectl get pods` for a Pod. */
  statusOf(pod: unknown): string;
  /** The place of a Pod (`namespace/name`) among its siblings; `undefined` without an owner. */
  placeOf(pod: string): PodPlace | undefined;
  /** The latest fact of a kind before this one that passes the test. */
  latest<T extends FactType>(
    type: T,
    accepts?: (fact: FactOf<T>) => boolean,
  ): FactOf<T> | undefined;
  /**
   * How many different names the facts of a kind have up to this one; `undefined` is not counted.
   */
  count<T extends FactType>(type: T, nameOf: (fact: FactOf<T>) => string | undefined): number;
  /** The fact that this one follows from. */
  causeOf(fact: Fact): Fact | undefined;
}

/** The call of the kubelet that is answered. */
export const calledOf = (
  { call, component }: FactOf<'CriReturned'>,
  run: TellingRun,
): FactOf<'CriCalled'> | undefined =>
  run.latest('CriCalled', (each) => each.call === call && each.component === component);

/** The first fact of a kind in a list. */
export const first = <T extends FactType>(facts: readonly Fact[], type: T): FactOf<T> | undefined =>
  facts.find((fact): fact is FactOf<T> => fact.type === type);

/** All facts of a kind in a list. */
export const all = <T extends FactType>(facts: readonly Fact[], type: T): readonly FactOf<T>[] =>
  facts.filter((fact): fact is FactOf<T> => fact.type === type);
