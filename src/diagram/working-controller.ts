/** Which of two controllers of one name works: of the manager, or of a second one that leads. */
import type { Player } from '#player/player-state';

const manager = 'kube-controller-manager';
/** The beginning of a controller's component: the manager, or a second one that leads. */
export const ofManager = /^kube-controller-manager(-\d+)?\//;

/** The component of the controller `name` that told something last, at the cursor. */
export function workingController(
  { log, cursor }: Pick<Player, 'log' | 'cursor'>,
  name: string,
): string {
  const [first, second] = [`${manager}/${name}`, `${manager}-2/${name}`];
  return log.lastFactOf(second, cursor) > log.lastFactOf(first, cursor) ? second : first;
}
