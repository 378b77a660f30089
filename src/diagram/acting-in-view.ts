/**
 * Long lists have few rows that matter: who refused, who changed something, which rule allowed.
 * Such rows are marked `data-acts`, and their list scrolls to them. The focus stays where it is,
 * and nothing but the list moves: `scrollIntoView` would move the page too.
 */
import { type RefObject, useEffect } from 'react';
import { usePlayer } from '#player/player';

/** Pixels that stay free round a row, because parts of the list may cover its edges. */
interface Margins {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Scrolls a list to its acting rows when the cursor moves, and when the size of the list changes.
 */
export function useActingInView(list: RefObject<HTMLElement | null>): void {
  const cursor = usePlayer((state) => state.cursor);
  useEffect(() => {
    const element = list.current;
    if (element === null || cursor === 0) return undefined;
    const resized = new ResizeObserver(() => showActing(element, tableMargins));
    resized.observe(element);
    showActing(element, tableMargins);
    return () => resized.disconnect();
  }, [list, cursor]);
}

/** The head of a table sticks to its top. */
const tableMargins: Margins = { top: 32, bottom: 16 };

/**
 * Scrolls a list no further than needed to show its acting rows: all if they fit, else the first.
 */
export function showActing(list: HTMLElement, margins: Margins): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-acts]')];
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  const room = list.getBoundingClientRect().height - margins.top - margins.bottom;
  if (span <= room) reveal(list, last, margins);
  reveal(list, first, margins);
}

function reveal(list: HTMLElement, row: HTMLElement, { top, bottom }: Margins): void {
  const frame = list.getBoundingClientRect();
  const box = row.getBoundingClientRect();
  // The map may be magnified: measured sizes are then larger than the pixels that are scrolled.
  const scale = list.offsetHeight === 0 ? 1 : frame.height / list.offsetHeight;
  const above = (box.top - frame.top) / scale - top;
  const below = (box.bottom - frame.bottom) / scale + bottom;
  if (below > 0) list.scrollTop += Math.min(below, above);
  else if (above < 0) list.scrollTop += above;
}
