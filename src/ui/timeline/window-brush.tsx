/**
 * The frame around the window of the lanes: its ends and its grip are dragged. They are for a
 * pointer only; the buttons beside the strip do the same for keys.
 */
import type { ReactNode } from 'react';
import { dragHandlers } from './scrub.ts';

interface WindowBrushProps {
  readonly left: number;
  readonly right: number;
  /** The width of the strip. */
  readonly width: number;
  /** Shows the part between two places of the strip. */
  readonly onChange: (left: number, right: number) => void;
}

/** The shortest frame in pixels. */
const least = 6;

export function WindowBrush({ left, right, width, onChange }: WindowBrushProps): ReactNode {
  const parts = [
    ['start', left, (x: number) => onChange(clamp(x, 0, right - least), right)],
    ['grip', (left + right) / 2, (x: number) => onChange(...around(x, right - left, width))],
    ['end', right, (x: number) => onChange(left, clamp(x, left + least, width))],
  ] as const;
  return parts.map(([part, x, move]) => (
    <div
      key={part}
      className={`brush ${part}`}
      style={part === 'grip' ? { left, width: right - left } : { left: x }}
      aria-hidden="true"
      {...dragHandlers((_x, _width, clientX, element) => {
        const strip = element.parentElement?.getBoundingClientRect();
        if (strip !== undefined) move(clientX - strip.left);
      })}
    />
  ));
}

/** A frame of a given length with its middle at a place, within the strip. */
export function around(x: number, length: number, width: number): readonly [number, number] {
  const middle = clamp(x, length / 2, width - length / 2);
  return [middle - length / 2, middle + length / 2];
}

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));
