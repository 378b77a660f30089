/** While the key is held: light around the pointer, and dark everywhere else. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useShow } from './show-store.ts';

export function Spotlight(): ReactNode {
  const on = useShow((state) => state.pointing);
  const light = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      light.current?.style.setProperty('--x', `${clientX}px`);
      light.current?.style.setProperty('--y', `${clientY}px`);
    };
    addEventListener('pointermove', follow, { passive: true });
    return () => removeEventListener('pointermove', follow);
  }, []);
  return <div ref={light} className="spotlight" hidden={!on} aria-hidden="true" />;
}
