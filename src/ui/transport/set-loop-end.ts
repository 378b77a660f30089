/** The range that is played in a loop, set from a key or the menu of time. */
import { player } from '#player/player';

/**
 * Sets one end of the range to the cursor; the other end stays, or is the start or end of the run.
 */
export function setLoopEnd(end: 'from' | 'to'): void {
  const { loop, cursor, steps, setLoop } = player.getState();
  const first = steps[0]?.fact;
  const last = steps.at(-1)?.fact;
  if (first === undefined || last === undefined) return;
  const range = { from: loop?.from ?? first, to: loop?.to ?? last, [end]: cursor };
  if (range.from !== range.to) setLoop(range);
}
