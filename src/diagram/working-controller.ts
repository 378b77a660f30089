/**
 * Which of two controllers with the same name works: the one of the manager, or of a second manager
 * that leads.
 */
import { roomOf } from '#player/place';
import type { Player } from '#player/player-state';
import type { ComponentId } from '#trace/fact';

const manager = 'kube-controller-manager';

/** Whether a component is a controller, of the first or of a second manager. */
export const isController = (component: ComponentId): boolean =>
  component.includes('/') && roomOf(component) === manager;

/** `kube-controller-manager-2/job-controller` → `job-controller`. */
export const nameOfController = (component: ComponentId): string =>
  component.slice(component.indexOf('/') + 1);

/**
 * The controller that the step at the cursor is about: its own work, or the fate of its request;
 * `undefined` when another program is at work.
 */
export function controllerAtWork({
  log,
  scene,
}: Pick<Player, 'log' | 'scene'>): ComponentId | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  const client = scene.requests.get(log.requestOf(fact.id))?.client;
  return [fact.component, client].find((each) => each !== undefined && isController(each));
}

/** The component of the controller `name` that emitted the last fact up to the cursor. */
export function workingController(
  { log, cursor }: Pick<Player, 'log' | 'cursor'>,
  name: string,
): string {
  const [first, second] = [`${manager}/${name}`, `${manager}-2/${name}`];
  return log.lastFactOf(second, cursor) > log.lastFactOf(first, cursor) ? second : first;
}
