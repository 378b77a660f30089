/**
 * The slide as the speaker's window draws it: rooms and lines as plain numbers, in thousandths of
 * the picture's width, and what is printed where output is the picture.
 */
import { fieldsOf, listOf, numberOf, textOf } from './read-fields.ts';

export interface MiniRoom {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The room of the step. */
  readonly on: boolean;
  /** The number of the answer that it is. */
  readonly badge: string;
}

export interface Miniature {
  readonly rooms: readonly MiniRoom[];
  /** Each as its points: x, y, x, y, … */
  readonly lines: readonly (readonly number[])[];
  /** The lines of the terminal, where they are the picture. */
  readonly printed: readonly string[];
}

const mostRooms = 40;
const mostLines = 60;
const mostPoints = 80;

export const emptyMiniature: Miniature = { rooms: [], lines: [], printed: [] };

/** What came over the channel as a miniature, whatever it was. */
export function readMiniature(value: unknown): Miniature {
  const fields = fieldsOf(value) ?? {};
  return {
    rooms: listOf(fields['rooms'], mostRooms).map(roomOf),
    lines: listOf(fields['lines'], mostLines).map((line) =>
      listOf(line, mostPoints).map((each) => numberOf(each) ?? 0),
    ),
    printed: listOf(fields['printed'], mostLines).map(textOf),
  };
}

function roomOf(value: unknown): MiniRoom {
  const { name, x, y, width, height, on, badge } = fieldsOf(value) ?? {};
  return {
    name: textOf(name),
    x: numberOf(x) ?? 0,
    y: numberOf(y) ?? 0,
    width: numberOf(width) ?? 0,
    height: numberOf(height) ?? 0,
    on: on === true,
    badge: textOf(badge),
  };
}
