/**
 * What keeps a beat's words while it plays: a mouse on the caption or the inspector, and an open
 * dialog, menu or popover.
 */
import { player } from '#player/player';
import type { HoldReason } from '#player/player-state';

const words = '.caption, .insp';
const opened = 'dialog[open], :popover-open';

function keep(reason: HoldReason, kept: boolean): void {
  const { heldBy, keepWords } = player.getState();
  if (heldBy.includes(reason) !== kept) keepWords(reason, kept);
}

/** Listens on the document; returns the function that stops this. */
export function holdWhileReading(): () => void {
  // A finger points at nothing after it has left the glass.
  const onPointer = ({ target, pointerType }: PointerEvent): void => {
    const isOn = target instanceof Element && target.closest(words) !== null;
    keep('pointer', pointerType !== 'touch' && isOn);
  };
  const onLeave = (): void => keep('pointer', false);
  const onToggle = (): void => keep('open', document.querySelector(opened) !== null);
  const root = document.documentElement;
  document.addEventListener('pointerover', onPointer);
  root.addEventListener('pointerleave', onLeave);
  // Neither of these events bubbles.
  document.addEventListener('toggle', onToggle, true);
  const dialogs = new MutationObserver(onToggle);
  dialogs.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
  return () => {
    document.removeEventListener('pointerover', onPointer);
    root.removeEventListener('pointerleave', onLeave);
    document.removeEventListener('toggle', onToggle, true);
    dialogs.disconnect();
    for (const reason of ['pointer', 'open'] as const) keep(reason, false);
  };
}
