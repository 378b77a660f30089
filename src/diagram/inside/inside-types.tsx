/**
 * The insides of rooms for the canvas, which are fetched once the map is there, and their sizes.
 */
import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { create } from 'zustand';
import { useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { usePlayer } from '#player/player';
import { whenUp } from '#player/when-up';
import { isStoryInside, useDiagram } from '../diagram-store.ts';
import type { RoomNode } from '../elements.ts';
import { ErrorLine } from '../error-line.tsx';
import { phoneWidth } from './inside.tsx';

type Insides = typeof import('./insides.ts')['insides'];

/** Not `lazy`: that would show nothing for a moment when a kind of room is opened first. */
const useInsides = create<{ readonly insides: Insides | undefined }>(() => ({
  insides: undefined,
}));

/** Fetches the insides before a room is opened; a room opened earlier waits for them. */
export function fetchInsides(): void {
  const asked = useDiagram.getState().room === undefined ? whenUp() : Promise.resolve();
  asked
    .then(() => import('./insides.ts'))
    .then(
      ({ insides }) => useInsides.setState({ insides }),
      () => undefined,
    );
}

type InsideId = Exclude<keyof Insides, 'stage' | `told-${string}`>;

/** What draws a room for the story; the room of etcd has no such picture. */
const toldOf = (insides: Insides | undefined, id: InsideId) =>
  id === 'inside-etcd' ? undefined : insides?.[`told-${id}`];

interface InsideOfProps {
  readonly id: InsideId;
  readonly room: NodeProps<RoomNode>;
}

function InsideOf({ id, room }: InsideOfProps): ReactNode {
  const Drawn = useInsides(({ insides }) => insides?.[id]);
  const Stage = useInsides(({ insides }) => insides?.stage);
  const Told = useInsides(({ insides }) => toldOf(insides, id));
  const station = useDiagram((diagram) => diagram.station);
  const told = useDiagram(isStoryInside);
  if (Drawn === undefined || Stage === undefined) return null;
  if (station === undefined && told && Told !== undefined) return <Told {...room} />;
  if (station === undefined) return <Drawn {...room} />;
  return <Stage key={station} room={room.data.room} station={station} width={room.width} />;
}

/** A fault in a room's picture does not take the words and the other rooms with it. */
function Guarded({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  return (
    <ErrorLine words={(message) => t('part.failed', { message })} at={cursor}>
      {children}
    </ErrorLine>
  );
}

const insideType =
  (id: InsideId) =>
  (room: NodeProps<RoomNode>): ReactNode => (
    <Guarded>
      <InsideOf id={id} room={room} />
    </Guarded>
  );

export const insideTypes = {
  'inside-kube-apiserver': insideType('inside-kube-apiserver'),
  'inside-etcd': insideType('inside-etcd'),
  'inside-kube-controller-manager': insideType('inside-kube-controller-manager'),
  'inside-kube-scheduler': insideType('inside-kube-scheduler'),
  'inside-node': insideType('inside-node'),
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Pixels at zoom 1: where there is room for the whole inside, and on a phone, which shows a part.
 */
const wide: Size = { width: 1064, height: 650 };
const phone: Size = { width: phoneWidth, height: 1080 };

/**
 * The width of an inside that a class reads from the last row; the camera enlarges it to fill the
 * canvas.
 */
const magnifiedWidth = 1110;

/** Rooms that arrange themselves in any canvas, as the tables of a stage do. */
const fitting: ReadonlySet<string> = new Set(['etcd', 'kube-apiserver', 'kube-controller-manager']);

/**
 * The size of an inside in a canvas. Between the width of a phone and the full width it fills the
 * canvas and is scrolled; so do the tables of a stage on a phone.
 */
export function insideSize(canvas: Size, magnified: boolean, tables: boolean, room: RoomId): Size {
  if (magnified && canvas.width > magnifiedWidth) {
    return { width: magnifiedWidth, height: (canvas.height * magnifiedWidth) / canvas.width };
  }
  if (!tables && fitting.has(room)) return canvas;
  if (canvas.width >= wide.width) return wide;
  return canvas.width > phone.width || tables ? canvas : phone;
}
