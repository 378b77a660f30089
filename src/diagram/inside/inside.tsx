/** The frame of what opens behind a room's head. */
import * as m from 'framer-motion/m';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePlayer } from '#player/player';
import { opening } from '../motion/moving.tsx';

/** Below this width in pixels an inside stands in fewer columns, and is scrolled. */
export const narrowBelow = 1064;

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
      root.current?.querySelector('[aria-current], .now')?.scrollIntoView({ block: 'nearest' });
    }, grown);
    return () => clearTimeout(timer);
  }, [narrow, cursor]);
  const shape = narrow ? ' narrow nowheel nopan' : '';
  return (
    <m.div ref={root} className={`inside ${of}${shape}`} {...opening()}>
      {children}
    </m.div>
  );
}
