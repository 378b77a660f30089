/**
 * When facts that have come are shown. The worker posts them up to thirty times a second; drawing
 * the page as often would take the processor from the worker, and no reader sees the difference.
 */

/** Calls `show` when it is time; `isFirst`: nothing of this run has been shown yet. */
export type ShowPace = (show: () => void, isFirst: boolean) => void;

/** Milliseconds between two times at which more of a run is shown. */
const gap = 100;
/** The same when the run has gone on for so long that nobody waits for its first picture. */
const longGap = 250;
const longAfter = 600;

/**
 * The first facts of a run with the next frame, what follows every tenth of a second, and of a long
 * run four times a second.
 */
export const withFrames: ShowPace = (show, isFirst) => {
  // A page that nobody sees has no frames.
  const soon = document.hidden ? setTimeout : requestAnimationFrame;
  const now = performance.now();
  if (isFirst) begun = now;
  if (isFirst) soon(show);
  else setTimeout(() => soon(show), now - begun < longAfter ? gap : longGap);
};

/** When the first facts of the present run came. */
let begun = 0;

/** At once, as a test wants it. */
export const atOnce: ShowPace = (show) => show();
