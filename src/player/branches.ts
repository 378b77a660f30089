/**
 * Runs side by side: the run before, and the run in which something else was done.
 *
 * A run is a value (scenario, seed, inputs), so a branch is one more recording. Up to the moment of
 * its own input its trace is that of the run it left.
 */
import type { FactId } from '#trace/fact';
import type { HostAction } from '#trace/host-action';
import type { TerminalInput } from '#trace/terminal-input';
import type { Recording, TimedInput } from '#worker/protocol';
import type { RunStatus } from './run-status.ts';
import type { TraceLog } from './trace-log.ts';

/** What is done at the cursor: an input without its moment. */
export type Change =
  | {
      readonly kind: 'command';
      readonly line: string;
      readonly stdin?: string;
      readonly terminal?: true;
    }
  | { readonly kind: 'host'; readonly action: HostAction };

/** What is typed for a running command. */
export interface Typing {
  readonly kind: 'stdin';
  readonly command: number;
  readonly typed: TerminalInput;
}

export interface Branch {
  readonly id: number;
  /** The input by which it left another run; `undefined` for the first one. */
  readonly by: TimedInput | undefined;
  readonly recording: Recording;
  readonly log: TraceLog;
  readonly factCount: number;
  readonly status: RunStatus;
  /** Where the cursor was when the run was left. */
  readonly cursor: FactId;
}

/** How many runs are kept: each holds its facts. */
export const mostBranches = 4;

/** The runs that are kept, and the present one as the player has it. */
export interface Runs extends Omit<Branch, 'id' | 'by' | 'recording' | 'factCount'> {
  readonly branches: readonly Branch[];
  /** The id of the present one. */
  readonly branch: number;
  /** `undefined` before anything was opened. */
  readonly recording: Recording | undefined;
}

/** All runs that are kept, the present one as it is now; none before the first fork. */
export function liveBranches(state: Runs): readonly Branch[] {
  const { branches, branch, recording, log, status, cursor } = state;
  if (recording === undefined) return branches;
  return branches.map((each) =>
    each.id === branch
      ? { ...each, recording, log, factCount: log.facts.length, status, cursor }
      : each,
  );
}

/** The recording with one input more; the later inputs stay. */
export function forkRecording(
  recording: Recording,
  input: TimedInput,
  until: number | undefined,
): Recording {
  const later = recording.inputs.findIndex(({ at }) => at > input.at);
  const place = later < 0 ? recording.inputs.length : later;
  const forked = { ...recording, inputs: recording.inputs.toSpliced(place, 0, input) };
  const end = Math.max(until ?? 0, recording.until ?? 0);
  return end === 0 ? forked : { ...forked, until: end };
}
