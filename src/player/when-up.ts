/** What the page does not need to show its first picture waits for it: a slow line has one lane. */
import { player } from './player.ts';

/** Resolves when the run has come to where it begins, or at once when it is there. */
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
