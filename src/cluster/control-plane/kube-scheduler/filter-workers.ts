/**
 * The order in which the nodes of a Filter run are found to fit.
 *
 * The real workers filter side by side and write a node that fits down when they are done with it,
 * so the list, and with it who wins among equals, has the nodes in order but where a worker was
 * held up. In the recordings 14 of 50 lists of three nodes had another order, most often with the
 * first node at the end. Source: kubernetes/pkg/scheduler schedule_one.go
 * findNodesThatPassFilters.
 */
import type { Prng } from '#base/prng';

/** One node in so many comes late; the first, whose worker wakes the others, twice as often. */
const oneLateIn = { first: 5, other: 10 } as const;
/** By how many others it is overtaken at most. */
const longestDelay = 6;

/** The items as workers finish them; the same list when none was held up. */
export function inOrderOfFinish<T>(items: readonly T[], prng: Prng): readonly T[] {
  let finished: number[] | undefined;
  for (let i = 0; i < items.length; i++) {
    if (prng.nextInt(i === 0 ? oneLateIn.first : oneLateIn.other) !== 0) continue;
    finished ??= items.map((_, at) => at);
    finished[i] = i + prng.between(1, longestDelay) + 0.5;
  }
  if (finished === undefined) return items;
  const order = finished.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at || a.i - b.i);
  return order.map(({ i }) => items[i] as T);
}
