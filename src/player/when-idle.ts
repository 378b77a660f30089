/**
 * Does something when the page has nothing else to do, after `longest` milliseconds in any case.
 * Safari does not say when a page rests: there it is done after `otherwise`.
 */
export function whenIdle(work: () => void, longest: number, otherwise = longest): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: longest });
  else setTimeout(work, otherwise);
}
