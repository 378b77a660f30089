/** The lane of the step. */
import { currentRoom } from '#diagram/selectors';
import { roomOf } from '#player/place';
import type { Player } from '#player/player-state';
import { laneOf } from '#player/timeline';
import { laneOfHostAction } from './lane-of-host-action.ts';

/**
 * A component without a lane of its own, such as the registry or a program in a Pod, has the lane
 * of its room. Before the first step there is none. What a person does to a machine is no command
 * of kubectl, so its lane is where it is done.
 */
export function currentLane(player: Player): string | undefined {
  const { log, cursor, scene } = player;
  const fact = log.fact(cursor);
  const room = currentRoom(player);
  if (fact === undefined || room === undefined) return undefined;
  if (fact.type === 'HostActionTaken') return laneOfHostAction(scene.pods, fact.action);
  const own = laneOf(fact.component);
  if (own !== undefined) return own.id;
  const cause = log.fact(fact.cause)?.component ?? '';
  return (roomOf(cause) === room ? laneOf(cause)?.id : undefined) ?? room;
}
