/**
 * Lets work that the first picture does not need wait for it: a slow connection loads one thing at
 * a time.
 */
import { player } from './player.ts';

/** Resolves when the run has come to where it begins, or at once if it has. */
export function whenUp(): Promise<void> {
  const isUp = (): boolean => {
    const { goal, status } = player.getState();
    return goal === undefined || (status.kind !== 'loading' && status.kind !== 'running');
  };
  if (isUp()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = player.subscribe(() => {
      if (!isUp()) return;
      stop();
      resolve();
    });
  });
}
