/** Slices of the player that rooms read. Each returns the same value while nothing changed. */
import { captionedFact } from '#player/captioned-fact';
import { type Place, placeOf, type RoomId, roomOf, travels } from '#player/place';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { RequestScene, Scene } from '#player/scene';
import type { FactId } from '#trace/fact';

let known:
  | { readonly scene: Scene; readonly at: FactId; readonly place: Place | undefined }
  | undefined;

/**
 * Where the step happens, or on the live clock of a story what the words are about; computed once
 * per scene, however many rooms read it.
 */
export function currentPlace(player: Player): Place | undefined {
  const { log, scene, toward } = player;
  const at = toward === undefined ? captionedFact(player) : scene.cursor;
  if (known?.scene !== scene || known.at !== at) {
    const told = at === scene.cursor ? scene : { ...scene, cursor: at };
    known = { scene, at, place: placeOf(log, told) };
  }
  return known.place;
}

let arrival: { from: Scene; to: Scene; travels: boolean } | undefined;

/**
 * What the rooms show: the scene before a message until the message has arrived. Nothing is drawn
 * before its message is there.
 */
export function shownScene({ log, from, scene, t }: Player): Scene {
  if (t >= 1 || from === scene) return scene;
  if (arrival?.from !== from || arrival.to !== scene) {
    arrival = { from, to: scene, travels: travels(placeOf(log, from), placeOf(log, scene)) };
  }
  return arrival.travels ? from : scene;
}

/** Reads a slice of the scene that the rooms show. */
export function useShown<T>(selector: (scene: Scene) => T): T {
  return usePlayer((player) => selector(shownScene(player)));
}

/** The room of this step. */
export function currentRoom(player: Player): RoomId | undefined {
  return currentPlace(player)?.room;
}

/** The request that the step is about. */
export function currentRequest(player: Player): RequestScene | undefined {
  const id = currentPlace(player)?.request?.id;
  return id === undefined ? undefined : shownScene(player).requests.get(id);
}

/** The fact that the story begins with: everything written before it is the cluster's own. */
export function storyStart({ steps, log }: Player): number {
  return steps[0]?.fact ?? log.facts.length + 1;
}

/** The program at work in a room, if the room is not named for it. */
export function furtherProgram({ log, scene }: Player, room: RoomId): string | undefined {
  const component = log.fact(scene.cursor)?.component;
  if (component === undefined || roomOf(component) !== room) return undefined;
  const program = component.split('/', 1)[0];
  return program === room ? undefined : program;
}

/** How many managers or schedulers that stand in a room are running. */
export function programsIn({ scene }: Pick<Player, 'scene'>, room: RoomId): number {
  let programs = 0;
  for (const [id, { up }] of scene.components) {
    if (up && !id.includes('/') && roomOf(id) === room) programs++;
  }
  return programs;
}
