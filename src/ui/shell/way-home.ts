/** The way back to the front door: the mark is a link to it, and Escape twice leads there too. */
import { linkTo } from '../gallery/link-to.ts';

/** Milliseconds between two presses that belong together. */
const together = 700;

/** A frame belongs to the page around it, and has no door. */
export const homeAddress = (): string | undefined => (self === top ? linkTo({}) : undefined);

/** Listens on the document; returns how to stop. The second Escape must have nothing to close. */
export function listenForHome(): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const onKey = ({ key, target, timeStamp, defaultPrevented }: KeyboardEvent): void => {
    const before = last;
    last = Number.NEGATIVE_INFINITY;
    // What is open takes the key for itself.
    if (key !== 'Escape' || document.querySelector('dialog[open], :popover-open') !== null) return;
    last = timeStamp;
    const used =
      defaultPrevented || (target instanceof Element && target.matches('input, textarea'));
    const home = homeAddress();
    if (!used && home !== undefined && timeStamp - before < together) location.assign(home);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
