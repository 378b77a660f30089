/** The frame around the window of the lanes: its ends and grip are dragged, or moved by keys. */
import type { KeyboardEvent, ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { dragHandlers } from './scrub.ts';

interface WindowBrushProps {
  readonly left: number;
  readonly right: number;
  /** The width of the strip. */
  readonly width: number;
  /** Shows what lies between two places of the strip. */
  readonly onChange: (left: number, right: number) => void;
}

/** The shortest frame in pixels. */
const least = 6;
const keyStep = 8;

export function WindowBrush({ left, right, width, onChange }: WindowBrushProps): ReactNode {
  const t = useT();
  const startAt = (x: number): void => onChange(clamp(x, 0, right - least), right);
  const endAt = (x: number): void => onChange(left, clamp(x, left + least, width));
  const middleAt = (x: number): void => {
    const half = (right - left) / 2;
    const middle = clamp(x, half, width - half);
    onChange(middle - half, middle + half);
  };
  const parts = [
    ['start', left, startAt],
    ['grip', (left + right) / 2, middleAt],
    ['end', right, endAt],
  ] as const;
  return parts.map(([part, x, move]) => (
    <button
      key={part}
      type="button"
      className={`brush ${part}`}
      style={part === 'grip' ? { left, width: right - left } : { left: x }}
      aria-label={t(`timeline.window.${part}`)}
      title={t(`timeline.window.${part}`)}
      onKeyDown={(event) => onKey(event, (by) => move(x + by))}
      {...dragHandlers((_x, _width, clientX, element) => {
        const strip = element.parentElement?.getBoundingClientRect();
        if (strip !== undefined) move(clientX - strip.left);
      })}
    />
  ));
}

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

function onKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = { ArrowRight: keyStep, ArrowLeft: -keyStep }[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(by);
}
