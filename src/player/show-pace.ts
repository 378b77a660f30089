/**
 * When facts that have come are shown. The worker posts them up to thirty times a second; drawing
 * the page as often would take the processor from the worker, and no reader sees the difference.
 */

/** Calls `show` when it is time; `isFirst`: nothing of this run has been shown yet. */
export type ShowPace = (show: () => void, isFirst: boolean) => void;

/** Milliseconds between two times at which more of a run is shown. */
const gap = 100;

/** The first facts of a run with the next frame, what follows every tenth of a second. */
export const withFrames: ShowPace = (show, isFirst) => {
  // A page that nobody sees has no frames.
  const soon = document.hidden ? setTimeout : requestAnimationFrame;
  if (isFirst) soon(show);
  else setTimeout(() => soon(show), gap);
};

/** At once, as a test wants it. */
export const atOnce: ShowPace = (show) => show();
