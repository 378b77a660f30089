/**
 * Writes a lesson while somebody walks: each step at which they stay becomes a stop. Fetched when
 * somebody begins one.
 */
import { create } from 'zustand';
import { captionedFact } from '#player/captioned-fact';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { canBeLesson, lessonYaml, type WrittenStop, writtenStop } from './written-stop.ts';

interface RecorderState {
  /** By the id of the step, with the words that the page had for it. */
  readonly stops: ReadonlyMap<string, WrittenStop>;
}

export const useRecorder = create<RecorderState>(() => ({ stops: new Map() }));

/** Milliseconds at a step that make it a stop: who goes on at once only passes it. */
const stay = 500;

/** Begins without any stop, at the step where the reader is; returns the function that ends it. */
export function recordStops(): () => void {
  useRecorder.setState({ stops: new Map() });
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => keepStep(player.getState()), stay);
  };
  wait();
  const stop = player.subscribe(({ step, cursor }, before) => {
    if (step !== before.step || cursor !== before.cursor) wait();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function keepStep(state: Player): void {
  const { step, log, goal } = state;
  const { stops } = useRecorder.getState();
  if (step === undefined || goal !== undefined || stops.has(step.id)) return;
  if (captionedFact(state) !== step.fact) return;
  const own = writtenStop(log, step.id, step.fact);
  useRecorder.setState({ stops: new Map([...stops, [step.id, own]]) });
}

/**
 * The lesson as a text, with the stops that the run has, in its order; `undefined` for a run that
 * no lesson can do, or without a stop.
 */
export function recordedLesson(title: string): string | undefined {
  const { recording, steps, options } = player.getState();
  const { stops: kept } = useRecorder.getState();
  if (recording === undefined || !canBeLesson(recording)) return undefined;
  const stops = steps.flatMap(({ id }) => kept.get(id) ?? []);
  if (stops.length === 0) return undefined;
  return lessonYaml({ title, recording, readyAt: options.readyAt, stops });
}
