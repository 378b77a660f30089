/** What the words on the page are about, of all that has happened up to the cursor. */
import type { FactId } from '#trace/fact';
import type { Player } from './player-state.ts';

/**
 * The fact that the words on the page are about. Where time passes by itself, a story stays with
 * its latest beat until the next: what the cluster does meanwhile is not told.
 */
export function captionedFact({
  log,
  depth,
  cursor,
  toward,
  live,
}: Pick<Player, 'log' | 'depth' | 'cursor' | 'toward' | 'live'>): FactId {
  if (toward !== undefined) return toward;
  if (live === undefined || depth !== 'story') return cursor;
  return log.beats.findLast(({ fact }) => fact <= cursor)?.fact ?? cursor;
}
