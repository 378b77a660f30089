/**
 * The messages between the window of the audience and the window of the speaker, over a channel of
 * this browser. Any page of the site may write into the channel. So each message is read field by
 * field, its texts are cut, and nothing of it is ever taken for markup.
 */

export interface SpeakerNotes {
  readonly type: 'notes';
  /** What is presented. */
  readonly title: string;
  readonly chapter: string;
  readonly n: number;
  readonly total: number;
  /** What the audience reads now, and what it will read next; empty if nothing follows. */
  readonly now: string;
  readonly next: string;
  /** What the author of a lesson wrote for the speaker alone; may be empty. */
  readonly own: string;
  readonly question: SpeakerQuestion | undefined;
  readonly chapters: readonly SpeakerChapter[];
  readonly blank: boolean;
}

export interface SpeakerQuestion {
  readonly ask: string;
  readonly answer: string;
  readonly why: string;
  readonly revealed: boolean;
}

export interface SpeakerChapter {
  /** Counted from 1. */
  readonly n: number;
  readonly title: string;
  /** The fact that the chapter begins at; `undefined` if the run has not come to it yet. */
  readonly fact: number | undefined;
  readonly here: boolean;
}

/** From the audience's window. `bye`: it no longer presents. */
export type FromPresenter = SpeakerNotes | { readonly type: 'bye' };

export const deeds = ['next', 'previous', 'blank'] as const;
export type Deed = (typeof deeds)[number];

/** From the speaker's window. `hello`: asks for the notes. */
export type FromSpeaker =
  | { readonly type: 'hello' }
  | { readonly type: 'do'; readonly deed: Deed }
  | { readonly type: 'goTo'; readonly fact: number };

/** Both windows send their version; a message of another version is ignored. */
export const version = 1;

const longestText = 4000;
const mostChapters = 200;
/** More chapters than a run can have. */
const mostFacts = 50_000_000;

/** The channel of one presentation, or `undefined` if the browser has none. */
export function openChannel(session: string): BroadcastChannel | undefined {
  if (!isSession(session) || typeof BroadcastChannel === 'undefined') return undefined;
  try {
    return new BroadcastChannel(`podyssey.presenter.${session}`);
  } catch {
    return undefined;
  }
}

/** The id of a presentation, in the form that a link may carry. */
export const isSession = (text: string): boolean => /^[0-9a-z]{8,32}$/.test(text);

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(data: unknown): Fields | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return data as Fields;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, longestText) : '';

function numberOf(value: unknown): number | undefined {
  const known = typeof value === 'number' && Number.isInteger(value);
  return known && value >= 0 && value <= mostFacts ? value : undefined;
}

/** Reads a message of the speaker's window; `undefined` if it is none. */
export function readFromSpeaker(data: unknown): FromSpeaker | undefined {
  const fields = fieldsOf(data);
  if (fields?.['version'] !== version) return undefined;
  const deed = deeds.find((known) => known === fields['deed']);
  const fact = numberOf(fields['fact']);
  switch (fields['type']) {
    case 'hello':
      return { type: 'hello' };
    case 'do':
      return deed === undefined ? undefined : { type: 'do', deed };
    case 'goTo':
      return fact === undefined ? undefined : { type: 'goTo', fact };
    default:
      return undefined;
  }
}

/** Reads a message of the audience's window; `undefined` if it is none. */
export function readFromPresenter(data: unknown): FromPresenter | undefined {
  const fields = fieldsOf(data);
  if (fields?.['version'] !== version) return undefined;
  if (fields['type'] === 'bye') return { type: 'bye' };
  if (fields['type'] !== 'notes') return undefined;
  const { chapters } = fields;
  return {
    type: 'notes',
    title: textOf(fields['title']),
    chapter: textOf(fields['chapter']),
    n: numberOf(fields['n']) ?? 0,
    total: numberOf(fields['total']) ?? 0,
    now: textOf(fields['now']),
    next: textOf(fields['next']),
    own: textOf(fields['own']),
    question: questionOf(fields['question']),
    chapters: Array.isArray(chapters) ? chapters.slice(0, mostChapters).map(chapterOf) : [],
    blank: fields['blank'] === true,
  };
}

function questionOf(value: unknown): SpeakerQuestion | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined) return undefined;
  const { ask, answer, why, revealed } = fields;
  return {
    ask: textOf(ask),
    answer: textOf(answer),
    why: textOf(why),
    revealed: revealed === true,
  };
}

function chapterOf(value: unknown, index: number): SpeakerChapter {
  const { title, fact, here } = fieldsOf(value) ?? {};
  return { n: index + 1, title: textOf(title), fact: numberOf(fact), here: here === true };
}
