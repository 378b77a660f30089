/**
 * The frame loop: advances `t` of a step's movement, and steps on while playing.
 *
 * It runs only while something moves. Between two steps a timer waits; when paused, nothing runs.
 */
import type { StoreApi } from 'zustand/vanilla';
import { placeOf, travels } from './place.ts';
import type { Player } from './player-state.ts';

/** Milliseconds at 1×: the colour spreads and the dot travels, or something changes in place. */
const travelTime = 840;
const changeTime = 160;
/** Time to read before the next step, by step size. */
const holdTime = { event: 40, stage: 700, chapter: 2400 } as const;

/** Keeps a player moving until the returned function is called. */
export function startPlayback(player: StoreApi<Player>): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  let duration = changeTime;

  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  };
  const draw = (now: number): void => {
    frame = 0;
    const { t, speed, setT } = player.getState();
    if (t >= 1) return;
    const elapsed = last === 0 ? 0 : now - last;
    last = now;
    // The subscription below asks for the next frame.
    setT(Math.min(1, t + (elapsed * speed) / duration));
  };
  const stepOn = (): void => {
    timer = undefined;
    const { playing, playOn } = player.getState();
    if (playing) playOn();
  };
  const follow = (state: Player, before: Player): void => {
    if (state.scene !== before.scene) {
      stop();
      last = 0;
      const moves = travels(placeOf(state.log, state.from), placeOf(state.log, state.scene));
      duration = moves ? travelTime : changeTime;
    }
    if (state.t < 1) {
      if (frame === 0) frame = requestAnimationFrame(draw);
      return;
    }
    if (!state.playing) stop();
    else if (timer === undefined && hasNext(state)) {
      timer = setTimeout(stepOn, holdTime[state.stepSize] / state.speed);
    } else if (!hasNext(state) && state.status.kind === 'done') state.pause();
  };

  const unsubscribe = player.subscribe(follow);
  return () => {
    unsubscribe();
    stop();
  };
}

function hasNext({ cursor, steps, stepSize, factCount, goal, loop }: Player): boolean {
  if (goal !== undefined) return false;
  if (loop !== undefined) return true;
  if (stepSize === 'event') return cursor < factCount;
  return (steps.at(-1)?.fact ?? 0) > cursor;
}
