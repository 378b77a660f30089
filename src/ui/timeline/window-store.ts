/**
 * Which part of the run the lanes show. By default it follows the cursor; a person may widen or
 * narrow it, and look elsewhere until the cursor moves out of that part.
 */
import { create } from 'zustand';

/** Busy microseconds in the width of the lanes, unless a person chose others. */
export const usualSpan = 32_000;
const narrowest = 500;
const widest = 60_000_000;

interface TimeWindow {
  readonly span: number;
  /** The moment at the left edge; `undefined` if the window follows the cursor. */
  readonly from: number | undefined;
}

export const useTimeWindow = create<TimeWindow>(() => ({ span: usualSpan, from: undefined }));

const within = (span: number): number => Math.min(widest, Math.max(narrowest, Math.round(span)));

/** Shows a window of this length, from that moment if one is given. */
export const showWindow = (span: number, from?: number): void =>
  useTimeWindow.setState({ span: within(span), from });

export const zoomBy = (factor: number): void =>
  useTimeWindow.setState(({ span }) => ({ span: within(span * factor), from: undefined }));

export const followCursor = (): void => useTimeWindow.setState({ from: undefined });
