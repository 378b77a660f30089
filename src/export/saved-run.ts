/**
 * A run as a file: what was done, the lesson that told it, and where the reader was. Facts are not
 * in it, because the same recording gives them again; their hash shows whether this version of
 * Podyssey still agrees.
 *
 * Anybody can write a file: its size, the number of its inputs, their texts and times have bounds,
 * and only known fields are read.
 */
import { defined } from '#base/defined';
import { isMoment, isText, longestText, mostInputs } from '#player/input-bounds';
import { readHostAction, writeHostAction } from '#trace/host-words';
import { readOutsideAction } from '#trace/outside-action';
import { readTerminalInput } from '#trace/terminal-input';
import type { Recording, TimedInput } from '#worker/protocol';

const format = 'podyssey-run';
const version = 1;

/** Characters that a file may have: the session of a client outside is long. */
export const largestFile = 20_000_000;
/** A session has many inputs, each of them small work. */
const mostRequests = 50_000;
const longest = { ...longestText, id: 100, step: 600, cluster: 20_000, lesson: 200_000 } as const;

export interface SavedRun {
  readonly recording: Recording;
  /** The step at the cursor, and the tour that the run was told in. */
  readonly step?: string;
  readonly tour?: string;
  /** The lesson that the run was told in, as its author wrote it; `tour` is `lesson` then. */
  readonly lesson?: string;
  /** The hash of all facts, if the run had come to its end. */
  readonly hash?: string;
}

/** Why a file cannot be opened, as the end of a message id. */
export type SavedRunProblem = 'large' | 'json' | 'format' | 'version' | 'content' | 'scenario';

export type ReadRun =
  | { readonly ok: true; readonly run: SavedRun }
  | { readonly ok: false; readonly problem: SavedRunProblem };

export function savedRunText({ recording, step, tour, lesson, hash }: SavedRun): string {
  const { inputs, ...run } = recording;
  const file = { format, version, ...run, inputs: inputs.map(written), step, tour };
  const more = { lesson, hash };
  return `${JSON.stringify({ ...file, ...more }, null, 2)}\n`;
}

/** Reads a file that `savedRunText` wrote; `knows`: whether there is a scenario of that name. */
export function readSavedRun(text: string, knows: (scenario: string) => boolean): ReadRun {
  if (text.length > largestFile) return refused('large');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('json');
  }
  if (!isRecord(value) || value['format'] !== format) return refused('format');
  if (value['version'] !== version) return refused('version');
  const { scenario, seed, inputs, cluster, until, step, tour, lesson, hash } = value;
  if (!isText(scenario, longest.id) || !isSeed(seed)) return refused('content');
  if (!Array.isArray(inputs) || inputs.length > mostRequests) return refused('content');
  if (inputs.filter((input) => !isOutside(input)).length > mostInputs) return refused('content');
  const read = inputs.map(inputOf);
  const known = read.filter((input) => input !== undefined);
  if (known.length < read.length) return refused('content');
  if (!isOptional(step, longest.step) || !isOptional(tour, longest.id)) return refused('content');
  if (!isOptional(lesson, longest.lesson)) return refused('content');
  if (!isOptional(hash, longest.id) || !isOptional(cluster, longest.cluster)) {
    return refused('content');
  }
  if (until !== undefined && !isMoment(until)) return refused('content');
  if (!knows(scenario)) return refused('scenario');
  return {
    ok: true,
    run: {
      recording: { scenario, seed, inputs: known, ...defined({ cluster, until }) },
      ...defined({ step, tour, lesson, hash }),
    },
  };
}

/** An input as in the file: what is done to a machine is in words, as a person writes it. */
const written = (input: TimedInput): object =>
  input.kind === 'host' ? { ...input, action: writeHostAction(input.action) } : input;

const isOutside = (value: unknown): boolean => isRecord(value) && value['kind'] === 'outside';

function inputOf(value: unknown): TimedInput | undefined {
  if (!isRecord(value)) return undefined;
  const { at, kind, line, user, stdin, action, command, typed, terminal } = value;
  if (!isMoment(at)) return undefined;
  if (kind === 'host') {
    return isText(action, longest.line) ? { at, kind, action: readHostAction(action) } : undefined;
  }
  if (kind === 'outside') {
    const read = readOutsideAction(action);
    return read && { at, kind, action: read };
  }
  if (kind === 'stdin') {
    const read = readTerminalInput(typed);
    return read && isPlace(command) ? { at, kind, command, typed: read } : undefined;
  }
  if (kind !== 'command' || !isText(line, longest.line)) return undefined;
  if (!isText(user, longest.user) || !isOptional(stdin, longest.stdin)) return undefined;
  const isTerminal = terminal === true ? ({ terminal } as const) : {};
  return { at, kind, line, user, ...defined({ stdin }), ...isTerminal };
}

const isPlace = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < mostRequests;

const refused = (problem: SavedRunProblem): ReadRun => ({ ok: false, problem });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOptional = (value: unknown, most: number): value is string | undefined =>
  value === undefined || isText(value, most);

const isSeed = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff_ffff;
