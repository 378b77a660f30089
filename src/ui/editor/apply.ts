/** How the last command of a run ended: waits for it, puts the cursor to its end. */
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from '#player/player-state';
import { failureOf } from '#player/run-status';
import { exitOf } from '../terminal/answer.ts';

/** What the command printed. */
interface CommandOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Resolves when the last input has exited; `undefined` if another run took its place. */
export function lastCommand(player: StoreApi<Player>): Promise<CommandOutcome | undefined> {
  const { recording } = player.getState();
  const input = (recording?.inputs.length ?? 0) - 1;
  return new Promise((resolve) => {
    const hear = (state: Player): boolean => {
      if (state.recording !== recording || failureOf(state.status) !== undefined) {
        resolve(undefined);
        return true;
      }
      const exit = state.goal === undefined ? exitOf(state, input) : undefined;
      if (exit === undefined) {
        if (state.status.kind === 'done' && state.goal === undefined) resolve(undefined);
        return false;
      }
      const command = state.log.sceneAt(exit).commands.find((each) => each.input === input);
      const textOf = (stream: string): string =>
        (command?.output ?? [])
          .filter((printed) => printed.stream === stream)
          .map(({ text }) => text)
          .join('');
      const { exitCode = 0 } = command ?? {};
      resolve({ exitCode, stdout: textOf('stdout'), stderr: textOf('stderr') });
      return true;
    };
    if (hear(player.getState())) return;
    const stop = player.subscribe((state) => {
      if (hear(state)) stop();
    });
  });
}

/** The output of the last command if it failed; else `undefined`. */
export async function outcomeOf(player: StoreApi<Player>): Promise<string | undefined> {
  const outcome = await lastCommand(player);
  if (outcome === undefined || outcome.exitCode === 0) return undefined;
  return outcome.stderr.trim() || outcome.stdout.trim() || `exit ${outcome.exitCode}`;
}
