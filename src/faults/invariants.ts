/**
 * All that is promised of every run: what holds at each moment, and what holds in the end, when
 * everything was healed.
 */
import type { Invariant } from './evidence.ts';
import { budgetsAreKept } from './invariants/budgets.ts';
import { cachesEqualTheStore } from './invariants/caches.ts';
import { keysAreLinearizable, nothingAcknowledgedIsLost } from './invariants/clients.ts';
import { everythingConverges } from './invariants/convergence.ts';
import { expectationsDrain } from './invariants/expectations.ts';
import { nothingIsLeftOfGonePods } from './invariants/leftovers.ts';
import { listsShowOneState } from './invariants/lists.ts';
import { noPodIsBoundTwice, ordinalsLiveOnce, quotaIsNeverExceeded } from './invariants/pods.ts';
import { servicesLeadToReadyPods } from './invariants/services.ts';
import { revisionsOnlyGrow } from './invariants/store.ts';
import { actionsAreKnown, causesEndAtARoot, noComponentPanics } from './invariants/trace.ts';
import { watchesTellEverything } from './invariants/watches.ts';

export type InvariantName = keyof typeof always | keyof typeof inTheEnd | 'theEngineDoesNotThrow';

/** They say where in the trace they broke. */
export const always = {
  noComponentPanics,
  causesEndAtARoot,
  actionsAreKnown,
  revisionsOnlyGrow,
  nothingAcknowledgedIsLost,
  keysAreLinearizable,
  listsShowOneState,
  watchesTellEverything,
  noPodIsBoundTwice,
  ordinalsLiveOnce,
  quotaIsNeverExceeded,
  budgetsAreKept,
} satisfies Record<string, Invariant>;

/** They may take their time, but come true while nothing breaks any more. */
export const inTheEnd = {
  everythingConverges,
  servicesLeadToReadyPods,
  expectationsDrain,
  nothingIsLeftOfGonePods,
  cachesEqualTheStore,
} satisfies Record<string, Invariant>;
