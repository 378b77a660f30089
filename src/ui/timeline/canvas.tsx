/** A canvas in the screen's own pixels that is painted again when its picture changes. */
import { type ReactNode, useEffect, useRef } from 'react';

interface CanvasProps {
  readonly className: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** A new function means a new picture. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
}

export function Canvas({ className, width, height, paint }: CanvasProps): ReactNode {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!ref.current || !context || width <= 0 || height <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Setting the size clears the canvas and takes time.
    if (ref.current.width !== w) ref.current.width = w;
    if (ref.current.height !== h) ref.current.height = h;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(context);
  }, [width, height, paint]);
  return <canvas ref={ref} className={className} style={{ width, height }} />;
}
