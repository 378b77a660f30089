/** Has the map drawn as a slide: the cast alone, and beside a question the rooms that it offers. */
import { useEffect } from 'react';
import { useDiagram } from '#diagram/diagram-store';
import type { Plan } from '#diagram/layout/layout';
import { slidePlan } from '#diagram/layout/slide-layout';
import type { RoomId } from '#player/place';
import { usePlayer } from '#player/player';
import { tourText } from '../tour/tour-words.ts';
import { choicesOf } from './choices.ts';
import { fixedRooms, roomsNamedIn } from './named-rooms.ts';
import type { ShownQuestion } from './walk.ts';

export function useSlidePlan(
  wide: boolean,
  asked: ShownQuestion | undefined,
  named: readonly RoomId[],
): void {
  const nodes = usePlayer(({ scene }) => [...scene.nodes.keys()].join(' '));
  const id = asked?.id;
  const also = named.join(' ');
  const bare = asked !== undefined && !asked.revealed;
  useEffect(() => {
    useDiagram.setState({
      magnified: wide,
      plan: wide ? planOf({ id, bare, nodes, also }) : undefined,
    });
  }, [wide, id, bare, nodes, also]);
  // Beside a question that names rooms stand the rooms, whatever is told from inside of one.
  const cursor = usePlayer((state) => state.cursor);
  useEffect(() => {
    const { room, byHand, show } = useDiagram.getState();
    const offers = id !== undefined && roomsOffered(id, nodes).length > 0;
    if (offers && cursor > 0 && room !== undefined && !byHand) show(undefined);
  }, [id, nodes, cursor]);
}

interface PlanOptions {
  readonly id: string | undefined;
  readonly bare: boolean;
  readonly nodes: string;
  readonly also: string;
}

function planOf({ id, bare, nodes, also }: PlanOptions): Plan {
  if (id === undefined) return slidePlan({ also: also.split(' ') });
  return slidePlan({
    columns: true,
    bare,
    also: [...roomsOffered(id, nodes), ...roomsAskedAbout(id)],
  });
}

const roomsOffered = (id: string, nodes: string): readonly RoomId[] =>
  choicesOf(id, nodes === '' ? [] : nodes.split(' ')).flatMap(({ room }) => room ?? []);

/** The rooms that the question itself names: what it asks about stands beside it too. */
const roomsAskedAbout = (id: string): readonly RoomId[] =>
  roomsNamedIn(tourText(`${id}.ask`), fixedRooms);
