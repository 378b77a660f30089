/**
 * Keeps the memory of a served cluster small while no client asks anything.
 *
 * The cluster goes on when nobody asks: events come and are compacted, leases are renewed. V8
 * collects what has grown old only when there is much of it, so that work is not held up. Where
 * nobody waits, nothing is held up, and V8 may collect sooner.
 */
import { setFlagsFromString } from 'node:v8';

/** Real milliseconds between two looks; without a request in between it is quiet. */
const pace = 2000;
const flag = 'optimize-for-size';

/**
 * Looks from now on whether there were requests; gives what ends it.
 * @param requests how many there were so far
 * @param setFlags for tests
 */
export function keepSmallWhenQuiet(
  requests: () => number,
  setFlags: (flags: string) => void = setFlagsFromString,
): () => void {
  let before = requests();
  let isQuiet = false;
  const timer = setInterval(() => {
    const now = requests();
    if ((now === before) !== isQuiet) {
      isQuiet = !isQuiet;
      setFlags(isQuiet ? `--${flag}` : `--no-${flag}`);
    }
    before = now;
  }, pace);
  timer.unref();
  return () => clearInterval(timer);
}
