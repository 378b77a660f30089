/**
 * What a person did, as the part of an address behind `#`: `s=v1.` and the deflated inputs in the
 * base64 of URLs; `s=w1.` with a cluster of a person's own, or a longer run. Nothing of it reaches
 * a server.
 *
 * Anybody can write a link: its text, its unfolded size, the number of its inputs and their times
 * have bounds, and a link beyond them cannot be read.
 */
import { isMoment, isText, longestText, mostInputs } from '#player/input-bounds';
import { readTerminalInput, type TerminalInput } from '#trace/terminal-input';
import { isLessonHash } from '#ui/lesson/lesson-store';
import { packText, unpackText } from '#ui/share/deflate';
import type { Recording, TimedInput } from '#worker/protocol';

const prefix = 's=v1.';
/** With a cluster of its own, or a longer run. */
const widePrefix = 's=w1.';
/** Fetched by itself: the page draws before it needs to read an address or write one. */
const hostWords = () => import('#trace/host-words');

/** Enough for a long session; a longer text is not a link that this page wrote. */
const longest = 64_000;

/** Bytes that a link may unfold to; deflate makes a thousandth of a text that repeats itself. */
const largest = 512_000;
/** Characters of a cluster of its own. */
const longestCluster = 20_000;

/**
 * An input without its `kind`: a command, with its standard input or `true` for a terminal; what was
 * typed for the command of a number; or what was done to a machine.
 */
type SharedInput =
  | readonly [at: number, line: string, user: string, stdin?: string | true]
  | readonly [at: number, command: number, typed: TerminalInput]
  | readonly [at: number, action: string];

/** The parts of a recording besides scenario, seed and inputs. */
export type SharedExtras = Pick<Recording, 'cluster' | 'until'>;

/** The inputs as text for the address; empty when there is nothing to write, or too much. */
export async function writeInputs(
  inputs: readonly TimedInput[],
  { cluster, until }: SharedExtras = {},
): Promise<string> {
  const { writeHostAction } = await hostWords();
  const typed = inputs.filter((input) => input.kind !== 'outside');
  // What clients outside did is too much for an address.
  if (typed.length < inputs.length) return '';
  const shared = typed.map((input): SharedInput => {
    if (input.kind === 'host') return [input.at, writeHostAction(input.action)];
    if (input.kind === 'stdin') return [input.at, input.command, input.typed];
    const { at, line, user, stdin, terminal } = input;
    if (terminal === true) return [at, line, user, terminal];
    return stdin === undefined ? [at, line, user] : [at, line, user, stdin];
  });
  const wide = cluster !== undefined || until !== undefined;
  if (shared.length === 0 && !wide) return '';
  const text = JSON.stringify(wide ? { inputs: shared, cluster, until } : shared);
  const packed = await packText(text);
  if (packed === undefined) return '';
  const hash = (wide ? widePrefix : prefix) + packed;
  // A link that could not be read again is not written.
  const size = new TextEncoder().encode(text).length;
  return hash.length > longest || size > largest ? '' : hash;
}

/** The version of an address that another version of this page wrote: `v2`. */
export function otherVersion(hash: string): string | undefined {
  const version = /^#?s=(v\d+)\./.exec(hash)?.[1];
  return version === undefined || prefix === `s=${version}.` ? undefined : version;
}

/** The inputs of an address; `undefined` if they are not in a known form. */
export async function readInputs(hash: string): Promise<readonly TimedInput[] | undefined> {
  const text = hash.replace(/^#/, '');
  // A lesson brings its own inputs.
  if (text === '' || isLessonHash(text)) return [];
  const value = await unpacked(text);
  const inputs = isWide(value) ? value.inputs : value;
  if (!Array.isArray(inputs) || inputs.length > mostInputs || !inputs.every(isShared)) {
    return undefined;
  }
  const { readHostAction } = await hostWords();
  return inputs.map((input): TimedInput => {
    if (isTyped(input)) return { at: input[0], kind: 'stdin', command: input[1], typed: input[2] };
    const [at, line, user, stdin] = input;
    if (user === undefined) return { at, kind: 'host', action: readHostAction(line) };
    const command = { at, kind: 'command', line, user } as const;
    if (stdin === true) return { ...command, terminal: stdin };
    return stdin === undefined ? command : { ...command, stdin };
  });
}

/** The other parts of the run in an address; the simulator reports whether they can be built. */
export async function readExtras(hash: string): Promise<SharedExtras> {
  const text = hash.replace(/^#/, '');
  const value = text.startsWith(widePrefix) ? await unpacked(text) : undefined;
  if (!isWide(value)) return {};
  const { cluster, until } = value;
  return {
    ...(typeof cluster === 'string' && isText(cluster, longestCluster) && { cluster }),
    ...(isMoment(until) && { until }),
  };
}

interface Wide {
  readonly inputs: unknown;
  readonly cluster?: unknown;
  readonly until?: unknown;
}

const isWide = (value: unknown): value is Wide =>
  typeof value === 'object' && value !== null && 'inputs' in value;

/** The JSON behind one of the prefixes; `undefined` if it is none, or too long. */
async function unpacked(text: string): Promise<unknown> {
  const known = [prefix, widePrefix].find((each) => text.startsWith(each));
  if (known === undefined || text.length > longest) return undefined;
  try {
    return JSON.parse(await unpackText(text.slice(known.length), largest));
  } catch {
    return undefined;
  }
}

function isShared(value: unknown): value is SharedInput {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4) return false;
  const [at, line, user, stdin] = value as readonly unknown[];
  if (typeof line === 'number') {
    const isPlace = Number.isInteger(line) && line >= 0 && line < mostInputs;
    return isMoment(at) && isPlace && readTerminalInput(user) !== undefined;
  }
  return (
    isMoment(at) &&
    isText(line, longestText.line) &&
    (value.length === 2 || isText(user, longestText.user)) &&
    (value.length < 4 || stdin === true || isText(stdin, longestText.stdin))
  );
}

const isTyped = (input: SharedInput): input is readonly [number, number, TerminalInput] =>
  typeof input[1] === 'number';
