/**
 * What a host hears of the run in a frame: where the cursor is, whether it plays, which questions
 * are answered.
 */
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { failureOf } from '#player/run-status';
import { useTour } from '#ui/tour/tour-store';
import type { FrameEvent, StepPlace } from './protocol.ts';

const microseconds = 1_000_000;

export function placeOf({ step, steps, cursor }: Player): StepPlace {
  const at = step === undefined || cursor < step.fact ? undefined : step;
  return { step: at?.id, index: at?.index ?? -1, count: steps.length };
}

/** Seconds of simulated time since the first step. */
export function timeOf({ scene, steps }: Player): number {
  return Math.max(0, scene.at - (steps[0]?.at ?? scene.at)) / microseconds;
}

/**
 * Emits events as the player changes; `change` is called when the rest of the state has changed.
 */
export function report(emit: (event: FrameEvent) => void, change: () => void): void {
  let completed: Player['recording'];
  player.subscribe((state, before) => {
    const { step, playing, speed, status, recording, steps, goal } = state;
    if (goal === undefined && (step !== before.step || before.goal !== undefined)) {
      emit({ type: 'step', ...placeOf(state) });
      change();
    } else if (playing !== before.playing || speed !== before.speed) change();
    if (status.kind !== before.status.kind) {
      change();
      const message = failureOf(status);
      if (message !== undefined) {
        emit({ type: 'error', message });
      }
    }
    const atEnd = status.kind === 'done' && step !== undefined && step === steps.at(-1);
    if (atEnd && recording !== undefined && completed !== recording) {
      completed = recording;
      emit({ type: 'completed', scenario: useTour.getState().tour?.id ?? recording.scenario });
    }
  });
  useTour.subscribe(({ answers }, before) => {
    for (const [question, answer] of Object.entries(answers)) {
      if (before.answers[question] === undefined) emit({ type: 'answered', question, answer });
    }
  });
}
