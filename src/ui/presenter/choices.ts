/** What a question offers, and which room of the picture each answer is. */
import type { RoomId } from '#player/place';
import { tourText } from '../tour/tour-words.ts';
import { fixedRooms, roomsNamedIn } from './named-rooms.ts';
import { choices } from './show-store.ts';

export interface Choice {
  readonly choice: number;
  readonly text: string;
  /** The room that the answer names; `undefined`: none, or the same as another answer. */
  readonly room: RoomId | undefined;
}

/** The answers of a question, by the id of its words. Those that are offered have words. */
export function choicesOf(id: string, nodes: readonly RoomId[]): readonly Choice[] {
  const offered = choices
    .map((choice) => ({ choice, text: tourText(`${id}.ask.${choice}`) }))
    .filter(({ text }) => text !== '');
  const named = offered.map(({ text }) => roomsNamedIn(text, [...fixedRooms, ...nodes])[0]);
  const once = (room: RoomId | undefined): boolean =>
    named.filter((other) => other === room).length === 1;
  // Numbers on the rooms help only where they tell the answers apart.
  const apart = named.filter((room) => room !== undefined && once(room)).length > 1;
  return offered.map((each, index) => {
    const room = named[index];
    return { ...each, room: apart && once(room) ? room : undefined };
  });
}
