/** Which of two controllers of one name works: of the manager, or of a second one that leads. */
import type { Player } from '#player/player-state';
import type { ComponentId } from '#trace/fact';

const manager = 'kube-controller-manager';
/** The beginning of a controller's component: the manager, or a second one that leads. */
export const ofManager = /^kube-controller-manager(-\d+)?\//;

/**
 * The controller that the step at the cursor tells of: what it does itself, or what becomes of its
 * request; undefined when another program is at work.
 */
export function controllerAtWork({
  log,
  scene,
}: Pick<Player, 'log' | 'scene'>): ComponentId | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  const client = scene.requests.get(log.requestOf(fact.id))?.client;
  return [fact.component, client].find((each) => each !== undefined && ofManager.test(each));
}

/** The component of the controller `name` that told something last, at the cursor. */
export function workingController(
  { log, cursor }: Pick<Player, 'log' | 'cursor'>,
  name: string,
): string {
  const [first, second] = [`${manager}/${name}`, `${manager}-2/${name}`];
  return log.lastFactOf(second, cursor) > log.lastFactOf(first, cursor) ? second : first;
}
