/** Runs what a person has typed, in the terminal or at the front door. */
import { player } from '#player/player';
import { failureOf } from '#player/run-status';
import type { TerminalInput } from '#trace/terminal-input';
import { openFor, opensEditor } from '../editor/editor-store.ts';
import { exitOf, isRefused, onlyAsks, staysOpen } from './answer.ts';
import { takesLines } from './session.ts';

/**
 * The line as the simulator may run it ahead of Enter; empty for one that opens something, or that
 * stays open and needs the live clock.
 */
export const likelyLine = (line: string): string =>
  staysOpen(line) || takesLines(line) || opensEditor(line) ? '' : line.trim();

/** Runs a line; one that only reads, or is refused, is answered as soon as the worker knows it. */
export function runLine(line: string): void {
  if (openFor(player, line)) return;
  const isOpen = staysOpen(line) || takesLines(line);
  if (isOpen) player.getState().goLive();
  player.getState().runCommand(line, { play: false, ...(isOpen && { terminal: true }) });
  const { recording, live } = player.getState();
  // On the live clock the answer comes as time passes.
  if (recording === undefined || live !== undefined) return;
  const input = recording.inputs.length - 1;
  const stop = player.subscribe((state) => {
    if (state.recording !== recording || failureOf(state.status) !== undefined) {
      stop();
      return;
    }
    const exit = state.goal === undefined ? exitOf(state, input) : undefined;
    if (exit === undefined) {
      if (state.status.kind === 'done') stop();
      return;
    }
    stop();
    if (onlyAsks(line) || (isRefused(state, exit) && !state.playing)) state.seek(exit);
  });
}

/** Types for a running command; a clock that stands goes on, because time must pass for it. */
export function typeFor(command: number, typed: TerminalInput): void {
  if (player.getState().live === undefined) player.getState().goLive();
  player.getState().type(command, typed);
}
