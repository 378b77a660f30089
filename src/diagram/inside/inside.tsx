/** The frame around the inside of a room. */
import { type ReactNode, useEffect, useRef } from 'react';
import { player, usePlayer } from '#player/player';
import { lookAt } from '../camera.ts';
import { Moving } from '../motion/moving.tsx';
import { castHere } from '../story/cast.ts';

/** Below this width in pixels an inside has fewer columns and is scrolled. */
export const narrowBelow = 1064;

/** The width of an inside on a phone, where the camera pans over it. */
export const phoneWidth = 640;

/** Milliseconds until the canvas has grown into the space that the lanes leave. */
const grown = 100;

export interface InsideProps {
  /** Classes of the room: its family and its own shape. */
  readonly of: string;
  readonly width: number | undefined;
  readonly children: ReactNode;
}

export function Inside({ of, width = narrowBelow, children }: InsideProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const cursor = usePlayer((player) => player.cursor);
  const narrow = width < narrowBelow;
  // Keeps what happens at the cursor in sight, once the room has its full height.
  useEffect(() => {
    if (!narrow || cursor === 0) return undefined;
    const timer = setTimeout(() => {
      if (root.current !== null) showCurrent(root.current, width);
    }, grown);
    return () => clearTimeout(timer);
  }, [narrow, width, cursor]);
  useEffect(() => () => lookAt(undefined), []);
  const shape = `${narrow ? ' narrow nowheel' : ''}${narrow && width > phoneWidth ? ' nopan' : ''}`;
  return (
    <Moving as="div" how="opens" ref={root} className={`inside ${of}${shape}`}>
      {children}
    </Moving>
  );
}

/** Scrolls to the present row, or lets the camera pan to it where an inside is not scrolled. */
function showCurrent(inside: HTMLElement, width: number): void {
  const row = inside.querySelector('[aria-current], .now');
  if (row === null) return;
  if (width > phoneWidth || inside.scrollHeight > inside.clientHeight) {
    for (const part of [row, ...toldIn(inside)]) part.scrollIntoView({ block: 'nearest' });
    return;
  }
  const frame = inside.getBoundingClientRect();
  const box = row.getBoundingClientRect();
  const zoom = frame.width / width;
  lookAt({
    x: (box.left + box.width / 2 - frame.left) / zoom,
    y: (box.top + box.height / 2 - frame.top) / zoom,
  });
}

/** The parts of an inside that are told of, the first one last: it is the one to be seen. */
const toldIn = (inside: HTMLElement): readonly Element[] =>
  castHere(player.getState())
    .anchors.flatMap((anchor) => inside.querySelector(`[data-anchor~="${anchor}"]`) ?? [])
    .filter(({ clientHeight }) => clientHeight <= inside.clientHeight)
    .reverse();
