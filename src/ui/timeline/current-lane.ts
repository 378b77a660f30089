/** The lane of the step. */
import { currentRoom } from '#diagram/selectors';
import type { Player } from '#player/player-state';
import { laneOf } from '#player/timeline';

/** What has no lane of its own, as the registry and a program in a Pod, is told in its room's. */
export function currentLane(player: Player): string | undefined {
  const { log, cursor } = player;
  const fact = log.fact(cursor);
  if (fact === undefined) return undefined;
  const own = laneOf(fact.component) ?? laneOf(log.fact(fact.cause)?.component ?? '');
  return own?.id ?? currentRoom(player);
}
