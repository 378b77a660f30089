/** The request that the API server's stages are about. */
import { useMemo } from 'react';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { currentPlace } from '../../selectors.ts';

/** The request of this step, or else the last one that the story followed. */
function shownRequest(state: Player): number {
  const now = currentPlace(state)?.request?.id;
  if (now !== undefined) return now;
  const { log, step } = state;
  for (let index = step?.index ?? -1; index >= 0; index--) {
    const before = log.steps[index];
    const request = before?.main === true ? log.requestOf(before.fact) : 0;
    if (request !== 0) return request;
  }
  return 0;
}

/** All facts of the shown request, also those that are still ahead. */
export function useRequestFacts(): readonly Fact[] {
  const request = usePlayer(shownRequest);
  const log = usePlayer((state) => state.log);
  const count = usePlayer((state) => state.factCount);
  return useMemo(
    // The count is a dependency because facts that arrive later may belong to the request.
    () => (count === 0 ? [] : log.factsOfRequest(request).flatMap((id) => log.fact(id) ?? [])),
    [log, request, count],
  );
}

/** The facts of the shown request that have happened. */
export function usePastFacts(): readonly Fact[] {
  const facts = useRequestFacts();
  const cursor = usePlayer((state) => state.cursor);
  return useMemo(() => facts.filter(({ id }) => id <= cursor), [facts, cursor]);
}

export const findOf = <T extends FactType>(
  facts: readonly Fact[],
  type: T,
): FactOf<T> | undefined => facts.find((fact): fact is FactOf<T> & Fact => fact.type === type);
