/** Carries out a host's commands: applies them to the player of the frame. */
import { nearest } from '#player/navigation';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { failureOf } from '#player/run-status';
import { when } from '#player/when-up';
import type { Command, SeekTarget } from './protocol.ts';

const microseconds = 1_000_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Carries out a command after those that came before it, whatever became of them; resolves with the
 * id of the step that the cursor has come to; before the first there is none.
 */
export function control(command: Command): Promise<string | undefined> {
  const carriedOut = last.then(() => carryOut(command));
  last = carriedOut.catch(() => undefined);
  return carriedOut;
}

async function carryOut(command: Command): Promise<string | undefined> {
  const { play, pause, runCommand } = player.getState();
  switch (command.type) {
    case 'play':
      await once(begun, play);
      break;
    case 'pause':
      pause();
      break;
    case 'step':
      await stepBy(command.by);
      break;
    case 'seek':
      await seek(command.to);
      break;
    case 'run':
      await once(begun, () => runCommand(command.line));
      await once(begun, () => undefined);
      break;
    default:
      throw new Error(`${command.type} is not for the run`);
  }
  return player.getState().step?.id;
}

const begun = ({ goal, recording }: Player): boolean =>
  goal === undefined && recording !== undefined;

/** Whether nothing more will come. */
const over = ({ status }: Player): boolean => status.kind === 'done';

async function stepBy(by: number): Promise<void> {
  if (by < 0) {
    await once(begun, () => {
      for (let count = 0; count > by; count--) player.getState().stepBack('stages');
    });
    return;
  }
  const wanted = await once(begun, () => (player.getState().step?.index ?? -1) + by);
  await once(
    (state) => over(state) || state.steps.length > wanted,
    () => {
      const { steps, seekStep, stepForward } = player.getState();
      if (by === 1) stepForward('stages');
      else if (by > 1) seekStep(Math.min(wanted, steps.length - 1));
    },
  );
}

/**
 * Waits until the run has come so far. A step of another run leads to the nearest one; an id of
 * which this run knows not even the beginning is an error, and so is any place in an empty run.
 */
const seek = (to: SeekTarget): Promise<void> =>
  once(
    (state) => begun(state) && (over(state) || isKnown(state, to)),
    () => seekTo(to),
  );

function seekTo(to: SeekTarget): void {
  const { steps, seekStep, seekTime, pause } = player.getState();
  if (steps.length === 0) throw new Error('The run has no steps: run a command first.');
  if ('t' in to) {
    pause();
    seekTime((steps[0]?.at ?? 0) + to.t * microseconds);
    return;
  }
  const index = 'index' in to ? to.index : indexOf(steps, to.step);
  if (index === undefined) throw new Error(`There is no step "${'step' in to ? to.step : ''}".`);
  pause();
  seekStep(Math.min(index, steps.length - 1));
}

function indexOf(steps: Player['steps'], id: string): number | undefined {
  const found = steps.find((step) => step.id === id) ?? nearest(steps, id);
  const [first = ''] = id.split('/');
  return found?.id.split('/')[0] === first ? found.index : undefined;
}

function isKnown({ steps, log }: Player, to: SeekTarget): boolean {
  if ('index' in to) return to.index < steps.length;
  if ('step' in to) return steps.some(({ id }) => id === to.step);
  return (log.facts.at(-1)?.at ?? 0) > (steps[0]?.at ?? 0) + to.t * microseconds;
}

/**
 * Does something once the player satisfies the condition; rejects when it never will. Whoever heard
 * of the same change first may have undone the condition: then it waits again.
 */
async function once<T>(holds: (state: Player) => boolean, act: () => T): Promise<T> {
  for (;;) {
    await when((state) => failureOf(state.status) !== undefined || holds(state));
    const failure = failureOf(player.getState().status);
    if (failure !== undefined) throw new Error(failure);
    if (holds(player.getState())) return act();
  }
}
