/** The frame of what opens behind a room's head. */
import * as m from 'framer-motion/m';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePlayer } from '#player/player';
import { lookAt } from '../camera.ts';
import { opening } from '../motion/moving.tsx';

/** Below this width in pixels an inside stands in fewer columns, and is scrolled. */
export const narrowBelow = 1064;

/** The width of an inside on a phone, where the camera pans over it. */
export const phoneWidth = 640;

/** Milliseconds in which the canvas has taken the place that the lanes leave. */
const grown = 100;

export interface InsideProps {
  /** Classes of the room: its family, and a shape of its own. */
  readonly of: string;
  readonly width: number | undefined;
  readonly children: ReactNode;
}

export function Inside({ of, width = narrowBelow, children }: InsideProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const cursor = usePlayer((player) => player.cursor);
  const narrow = width < narrowBelow;
  // What happens at the cursor stays in sight, once the room has its full height.
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
    <m.div ref={root} className={`inside ${of}${shape}`} {...opening()}>
      {children}
    </m.div>
  );
}

/** Scrolls to what is present, or lets the camera pan to it where an inside is not scrolled. */
function showCurrent(inside: HTMLElement, width: number): void {
  const row = inside.querySelector('[aria-current], .now');
  if (row === null) return;
  if (width > phoneWidth || inside.scrollHeight > inside.clientHeight) {
    row.scrollIntoView({ block: 'nearest' });
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
