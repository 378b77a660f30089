/**
 * The frame loop: advances `t` of a movement, plays the stages that are folded into a beat, and
 * steps on while playing, once the hold of the words at the cursor is over.
 *
 * It runs only while something moves. During a hold a timer waits; when paused, nothing runs.
 */
import type { StoreApi } from 'zustand/vanilla';
import { placeOf, travels } from './place.ts';
import { isHeld, type Player } from './player-state.ts';

/** Milliseconds at 1×: the colour spreads and the dot travels, or something changes in place. */
const travelTime = { story: 1000, stages: 840, events: 840 } as const;
const changeTime = { story: 600, stages: 160, events: 160 } as const;
/** A stage on the way to a beat; all of them together take at most ten of these. */
const passTime = 90;
/** A stage and an event pass quickly: a reader who wants to read steps, or uses the story. */
const quickHold = { stages: 700, events: 40 } as const;
/** Milliseconds until playing goes on after a pointer has left the words. */
const afterHold = 400;
/** A hold is counted down in slices, so that the page can show what is left of it. */
const slice = 250;

/** How long a reader needs for the words at the cursor, in milliseconds. */
export type ReadingTime = (state: Player) => number;

/** Keeps a player moving until the returned function is called. */
export function startPlayback(player: StoreApi<Player>, readingTime: ReadingTime): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  let duration: number = changeTime.story;
  /** The moment at which the timer was started. */
  let since = 0;

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
  /** Waits with this much of the hold left, and shows it. */
  const wait = (left: number, hold: number): void => {
    since = performance.now();
    timer = setTimeout(
      left > slice ? () => wait(left - slice, hold) : stepOn,
      Math.min(left, slice),
    );
    player.getState().setHold(hold, left);
  };
  const stepOn = (): void => {
    timer = undefined;
    const { playing, playOn, setHold } = player.getState();
    setHold(undefined, 0);
    if (playing) playOn();
  };
  const beginHold = (state: Player): void => {
    if (state.depth !== 'story') {
      timer = setTimeout(stepOn, quickHold[state.depth] / state.speed);
      return;
    }
    const ms = readingTime(state) / state.speed;
    wait(ms, ms);
  };
  /** A hold that something keeps stands still, and goes on when it is released. */
  const keep = (state: Player): void => {
    const { hold = 0, holdLeft, setHold } = state;
    if (isHeld(state) && timer !== undefined) {
      stop();
      setHold(hold, Math.max(0, holdLeft - (performance.now() - since)));
    } else if (!isHeld(state) && timer === undefined) {
      wait(Math.max(holdLeft, Math.min(afterHold, hold)), hold);
    }
  };
  const follow = (state: Player, before: Player): void => {
    if (state.scene !== before.scene) {
      stop();
      last = 0;
      duration = movementTime(state);
    }
    if (state.t < 1) {
      if (frame === 0) frame = requestAnimationFrame(draw);
      return;
    }
    if (state.toward !== undefined) {
      state.passOn();
      return;
    }
    if (state.hold !== undefined) keep(state);
    else if (!state.playing) stop();
    else if (timer === undefined && hasNext(state)) beginHold(state);
    else if (!hasNext(state) && state.status.kind === 'done') state.pause();
  };

  const unsubscribe = player.subscribe(follow);
  return () => {
    unsubscribe();
    stop();
  };
}

function movementTime({ log, from, scene, toward, depth }: Player): number {
  if (toward !== undefined) return passTime;
  const moves = travels(placeOf(log, from), placeOf(log, scene));
  return (moves ? travelTime : changeTime)[depth];
}

function hasNext({ cursor, steps, depth, factCount, goal, loop }: Player): boolean {
  if (goal !== undefined) return false;
  if (loop !== undefined) return true;
  if (depth === 'events') return cursor < factCount;
  return (steps.at(-1)?.fact ?? 0) > cursor;
}
