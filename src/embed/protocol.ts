/**
 * The contract between a frame of this page and the page around it: every message that may pass,
 * and the check of each message that arrives.
 *
 * A message is a plain object `{ podyssey: 1, type, … }`. The host sends commands with an `id` and
 * receives one `reply` for each, with an `error` where it cannot be done; the frame sends events
 * unasked. Both sides ignore a message that is not of this contract or of another version. No
 * message holds markup or code.
 */

/** The version of the contract; it is raised when a message changes its meaning. */
const protocolVersion = 1;

/** Where the cursor of a frame is. */
export interface StepPlace {
  /** The step's id, for links; `undefined` before the first step. */
  readonly step: string | undefined;
  /** From 0; −1 before the first step. */
  readonly index: number;
  /** Steps known so far. */
  readonly count: number;
}

/** `poster`: not clicked yet. `starting`: on its way to its first step. `asleep`: no worker. */
export type Phase = 'poster' | 'starting' | 'running' | 'asleep' | 'failed';

export interface FrameState extends StepPlace {
  readonly phase: Phase;
  readonly playing: boolean;
  readonly speed: number;
  readonly scenario: string;
  /** Seconds of simulated time since the first step. */
  readonly t: number;
  readonly theme: string;
  readonly lang: string;
  /** The address of the full page at this place. */
  readonly link: string;
}

/** Where `seek` may go: a step by id or number from 0, or seconds of simulated time. */
export type SeekTarget =
  | { readonly step: string }
  | { readonly index: number }
  | { readonly t: number };

/** The commands of a host; the type behind the arrow is the value of the reply. */
export type Command =
  /** The first message → `FrameState`; the frame sends its events from then on. */
  | { readonly type: 'hello' }
  | { readonly type: 'state' }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** Goes on by so many steps, or back if fewer than 0 → `StepPlace`. */
  | { readonly type: 'step'; readonly by: number }
  | { readonly type: 'seek'; readonly to: SeekTarget }
  /** Types a command at the cursor → `StepPlace` of its first step. */
  | { readonly type: 'run'; readonly line: string }
  | { readonly type: 'setTheme'; readonly theme: string }
  | { readonly type: 'setLang'; readonly lang: string };

export type CommandType = Command['type'];

/** The events of a frame. All but `ready` and `height` wait for a `hello`. */
export type FrameEvent =
  /**
   * `loaded`: the frame sends it because it has just loaded; otherwise it follows a `hello` or a
   * click.
   */
  | { readonly type: 'ready'; readonly phase: Phase; readonly loaded: boolean }
  | { readonly type: 'height'; readonly height: number }
  | ({ readonly type: 'step' } & StepPlace)
  | ({ readonly type: 'state' } & FrameState)
  | { readonly type: 'answered'; readonly question: string; readonly answer: number | 'skipped' }
  | { readonly type: 'completed'; readonly scenario: string }
  | { readonly type: 'error'; readonly message: string };

export type FrameEventType = FrameEvent['type'];

/** Messages between the frames of one page: which one has begun to work, and which one rests. */
export interface Neighbour {
  readonly type: 'awake' | 'asleep';
  /** A random id that distinguishes frames and serves nothing else. */
  readonly frame: string;
}

export type Reply =
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly error: string };

/** A message as it is posted. */
export const sealed = (message: object): object => ({ podyssey: protocolVersion, ...message });

type Raw = Readonly<Record<string, unknown>>;

/** A message of this contract's version, not yet checked further. */
export function opened(data: unknown): Raw | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const raw = data as Raw;
  return raw['podyssey'] === protocolVersion && typeof raw['type'] === 'string' ? raw : undefined;
}

/** How many characters a text may have. */
const longest: Readonly<Record<string, number>> = { step: 600, line: 4000, theme: 20, lang: 35 };

const isText = (raw: Raw, name: string): boolean => {
  const value = raw[name];
  return typeof value === 'string' && value.trim() !== '' && value.length <= (longest[name] ?? 0);
};
const isNumber = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** The parameters of a command: whether they can be taken, and in words what they must be. */
interface Check {
  readonly holds: (raw: Raw) => boolean;
  readonly need: string;
}
const plain: Check = { holds: () => true, need: '' };
const text = (name: string): Check => ({
  holds: (raw) => isText(raw, name),
  need: `"${name}" is a text of at most ${longest[name]} characters`,
});

const checks: Readonly<Record<CommandType, Check>> = {
  hello: plain,
  state: plain,
  play: plain,
  pause: plain,
  step: {
    holds: ({ by }) => Number.isSafeInteger(by) && isNumber(by, -1000, 1000),
    need: '"by" is a whole number from -1000 to 1000',
  },
  seek: {
    holds: ({ to }) => typeof to === 'object' && to !== null && isTarget(to as Raw),
    need: '"to" is { step: text }, { index: from 0 }, or { t: seconds, to 86400 }',
  },
  run: text('line'),
  setTheme: text('theme'),
  setLang: text('lang'),
};

function isTarget(to: Raw): boolean {
  if ('step' in to) return isText(to, 'step');
  if ('index' in to) return Number.isSafeInteger(to['index']) && isNumber(to['index'], 0, 1e6);
  return isNumber(to['t'], 0, 86_400);
}

/** The number of a host's message, for the reply, with its command or what is wrong with it. */
export type ReadCommand =
  | { readonly id: number; readonly command: Command }
  | { readonly id: number; readonly problem: string };

/** `undefined` for what is no command of this contract, or has no number to reply to. */
export function readCommand(data: unknown): ReadCommand | undefined {
  const raw = opened(data);
  const id = raw?.['id'];
  if (raw === undefined || !isNumber(id, 0, Number.MAX_SAFE_INTEGER)) return undefined;
  const type = raw['type'] as string;
  if (!Object.hasOwn(checks, type)) {
    const known = Object.keys(checks).join(', ');
    return { id, problem: `There is no command "${type.slice(0, 40)}", only ${known}.` };
  }
  const { holds, need } = checks[type as CommandType];
  if (!holds(raw)) return { id, problem: `${type}: ${need}.` };
  return { id, command: raw as unknown as Command };
}

/** The message of another frame of the same page. */
export function readNeighbour(data: unknown): Neighbour | undefined {
  const raw = opened(data);
  if (raw?.['type'] !== 'awake' && raw?.['type'] !== 'asleep') return undefined;
  const frame = raw['frame'];
  return typeof frame === 'string' && /^[\w-]{8,40}$/.test(frame)
    ? { type: raw['type'], frame }
    : undefined;
}
