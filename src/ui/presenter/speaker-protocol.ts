/**
 * The messages between the window of the audience and the window of the speaker, over a channel of
 * this browser. Any page of the site may write into the channel. So each message is read field by
 * field, its texts are cut, and nothing of it is ever taken for markup.
 */
import { type Miniature, readMiniature } from './miniature.ts';
import { addressOf, fieldsOf, listOf, numberOf, textOf } from './read-fields.ts';

export interface SpeakerNotes {
  readonly type: 'notes';
  /** What is presented. */
  readonly title: string;
  /** Where it can be opened again, as it is now; empty if nowhere. */
  readonly address: string;
  readonly chapter: string;
  /** `12`, or `12a` where the stop has several slides. */
  readonly number: string;
  readonly n: number;
  readonly total: number;
  /** The sentences that the audience reads now, and which of them is being said, from 0. */
  readonly now: readonly string[];
  readonly said: number;
  /** What it will read next; empty: nothing follows. */
  readonly next: string;
  /** What the speaker may say, point by point. */
  readonly notes: readonly string[];
  readonly question: SpeakerQuestion | undefined;
  readonly chapters: readonly SpeakerChapter[];
  readonly blank: boolean;
  readonly terminal: boolean;
  readonly slide: Miniature;
}

export interface SpeakerQuestion {
  readonly ask: string;
  readonly choices: readonly { readonly text: string; readonly hands: number }[];
  /** Which of them is right, from 0, and why; not before the class has the answer. */
  readonly right: number | undefined;
  readonly why: string;
}

export interface SpeakerChapter {
  /** Counted from 1. */
  readonly n: number;
  readonly title: string;
  /** The fact that the chapter begins at; `undefined` if the run has not come to it yet. */
  readonly fact: number | undefined;
  readonly here: boolean;
  /** How many stops it has, and how many of them are done or on the slide. */
  readonly stops: number;
  readonly done: number;
}

/** From the audience's window. `bye`: it no longer presents. */
export type FromPresenter = SpeakerNotes | { readonly type: 'bye' };

export const deeds = [
  'next',
  'previous',
  'sentence',
  'sentenceBack',
  'blank',
  'terminal',
  'point',
  'unpoint',
  'question',
  'answer',
  'again',
] as const;
export type Deed = (typeof deeds)[number];

/** From the speaker's window. `hello`: asks for the notes. */
export type FromSpeaker =
  | { readonly type: 'hello' }
  | { readonly type: 'do'; readonly deed: Deed }
  | { readonly type: 'hands'; readonly choice: number; readonly more: boolean }
  | { readonly type: 'goTo'; readonly fact: number };

/** Both say which version they speak; another one is not understood. */
export const version = 2;

const mostChapters = 200;
const mostSentences = 40;
const mostChoices = 4;

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

/** A message of the speaker's window; `undefined` when it is none. */
export function readFromSpeaker(data: unknown): FromSpeaker | undefined {
  const fields = fieldsOf(data);
  if (fields?.['version'] !== version) return undefined;
  const deed = deeds.find((known) => known === fields['deed']);
  const fact = numberOf(fields['fact']);
  const choice = numberOf(fields['choice']);
  switch (fields['type']) {
    case 'hello':
      return { type: 'hello' };
    case 'do':
      return deed === undefined ? undefined : { type: 'do', deed };
    case 'hands':
      return choice === undefined || choice >= mostChoices
        ? undefined
        : { type: 'hands', choice, more: fields['more'] === true };
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
  return {
    type: 'notes',
    title: textOf(fields['title']),
    address: addressOf(fields['address']),
    chapter: textOf(fields['chapter']),
    number: textOf(fields['number']),
    n: numberOf(fields['n']) ?? 0,
    total: numberOf(fields['total']) ?? 0,
    now: listOf(fields['now'], mostSentences).map(textOf),
    said: numberOf(fields['said']) ?? 0,
    next: textOf(fields['next']),
    notes: listOf(fields['notes'], mostSentences).map(textOf),
    question: questionOf(fields['question']),
    chapters: listOf(fields['chapters'], mostChapters).map(chapterOf),
    blank: fields['blank'] === true,
    terminal: fields['terminal'] === true,
    slide: readMiniature(fields['slide']),
  };
}

function questionOf(value: unknown): SpeakerQuestion | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined) return undefined;
  const choices = listOf(fields['choices'], mostChoices).map((each) => {
    const { text, hands } = fieldsOf(each) ?? {};
    return { text: textOf(text), hands: numberOf(hands) ?? 0 };
  });
  const { ask, why, right } = fields;
  return { ask: textOf(ask), choices, right: numberOf(right), why: textOf(why) };
}

function chapterOf(value: unknown, index: number): SpeakerChapter {
  const { title, fact, here, stops, done } = fieldsOf(value) ?? {};
  return {
    n: index + 1,
    title: textOf(title),
    fact: numberOf(fact),
    here: here === true,
    stops: numberOf(stops) ?? 0,
    done: numberOf(done) ?? 0,
  };
}
