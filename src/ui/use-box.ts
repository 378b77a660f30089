/** The size of an element, in whole pixels; it renders again when that changes. */
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Nothing, until the element stands. */
const none: Box = { width: 0, height: 0 };

export function useBox<T extends Element>(): readonly [RefObject<T | null>, Box] {
  const element = useRef<T>(null);
  const [box, setBox] = useState(none);
  useEffect(() => {
    if (element.current === null) return undefined;
    let drawn = false;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const [width, height] = [entry.contentRect.width, entry.contentRect.height].map(Math.round);
      const take = (): void => setBox({ width: width ?? 0, height: height ?? 0 });
      // A picture of another size may change the size again: not within the same frame.
      if (drawn) requestAnimationFrame(take);
      else take();
      drawn = true;
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, box];
}
