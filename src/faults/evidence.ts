/** What invariants look at, and what they answer. */

import type { HeldExpectation } from '#cluster/control-plane/kube-controller-manager/controller/expectations';
import type { NodeInventory } from '#cluster/machine/node-inventory';
import type { RunningCache } from '#k8s.io/client-go/tools/cache/running-caches';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import type { History } from './history.ts';

export interface Evidence {
  /** The trace so far. */
  readonly facts: readonly Fact[];
  readonly history: History;
  /** What stands on each machine now. */
  readonly nodes: readonly NodeInventory[];
  /** What controllers have asked for and not seen in their caches, as they hold it now. */
  readonly expectations: readonly HeldExpectation[];
  /** The caches of all programs that run: watch caches and informers. */
  readonly caches: readonly RunningCache[];
  /** When all that was broken had been mended. */
  readonly healedAt: number;
  readonly now: number;
}

export interface Breach {
  /** Where it broke; 0: now. */
  readonly fact: FactId;
  readonly message: string;
}

/** `undefined`: it holds. */
export type Invariant = (evidence: Evidence) => Breach | undefined;
