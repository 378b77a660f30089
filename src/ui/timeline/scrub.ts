/** Dragging along time: the cursor goes to the last step at or before the pointer. */
import type { PointerEvent } from 'react';
import { player } from '#player/player';

/** Cuts to the last step at or before a moment; before the first one, to the start. */
export function scrubTo(at: number): void {
  const { log, seekStep, toStart, step, pause, playing } = player.getState();
  if (playing) pause();
  const target = log.stepAt(log.lastFactAt(at));
  if (target === undefined) toStart();
  else if (target.index !== step?.index || player.getState().cursor !== target.fact) {
    seekStep(target.index);
  }
}

interface Drag {
  onPointerDown(event: PointerEvent<Element>): void;
  onPointerMove(event: PointerEvent<Element>): void;
  onPointerUp(event: PointerEvent<Element>): void;
  onPointerCancel(event: PointerEvent<Element>): void;
}

/**
 * Handlers for an element that is dragged along. `go` gets the place as a length from the left
 * edge, and as a place of the window with the element, at most once a frame; `hold` is called when
 * a drag begins and ends.
 */
export function dragHandlers(
  go: (x: number, width: number, clientX: number, element: Element) => void,
  hold?: (on: boolean) => void,
): Drag {
  let frame = 0;
  const follow = (event: PointerEvent<Element>): void => {
    const { currentTarget: element, clientX } = event;
    const { left, width } = element.getBoundingClientRect();
    const x = Math.min(width, Math.max(0, clientX - left));
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => go(x, width, clientX, element));
  };
  const end = (event: PointerEvent<Element>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      event.currentTarget.releasePointerCapture(event.pointerId);
    }
    hold?.(false);
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      hold?.(true);
      follow(event);
    },
    onPointerMove: (event) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
