/** A kind of hostile input: how such inputs are made, and the door that they are given to. */
import type fc from 'fast-check';
import type { Duration } from '#base/sim-time';

/** What a door answered. */
export interface Answer {
  /** All that it said, for people and for programs. */
  readonly said: string;
  /** Faults of the program itself that a component survived. */
  readonly panics?: readonly string[];
}

/** Takes an input as the real one would come, and may keep what it has become. */
export type Door<T> = (input: T) => Answer | Promise<Answer>;

export interface FuzzKind<T> {
  readonly inputs: fc.Arbitrary<T>;
  /**
   * A new door. Behind some stands a cluster of this seed, in which a command is waited for as long
   * as `patience` says, in virtual time.
   */
  readonly open: (seed: number, patience?: Duration) => Door<T>;
}

/** A kind whose inputs are of a type that only the kind knows. */
export type AnyFuzzKind = <R>(use: <T>(kind: FuzzKind<T>) => R) => R;

export const anyKind =
  <T>(kind: FuzzKind<T>): AnyFuzzKind =>
  (use) =>
    use(kind);
