/** The size of an element, in whole pixels. */
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Box {
  readonly width: number;
  readonly height: number;
}

export function useBox(): readonly [RefObject<HTMLDivElement | null>, Box] {
  const element = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setBox({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, box];
}
