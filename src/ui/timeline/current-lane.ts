/** The lane of the step. */
import { currentRoom } from '#diagram/selectors';
import { roomOf } from '#player/place';
import type { Player } from '#player/player-state';
import { laneOf } from '#player/timeline';

/** What has no lane of its own, as the registry and a program in a Pod, is told in its room's. */
export function currentLane(player: Player): string | undefined {
  const { log, cursor } = player;
  const fact = log.fact(cursor);
  if (fact === undefined) return undefined;
  const own = laneOf(fact.component);
  if (own !== undefined) return own.id;
  const room = currentRoom(player);
  const cause = log.fact(fact.cause)?.component ?? '';
  return (roomOf(cause) === room ? laneOf(cause)?.id : undefined) ?? room;
}
