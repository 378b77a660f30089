/**
 * What a speaker may say at a stop, beside what the class reads: the notes of a lesson's author,
 * those of the walk that the front page proposes, or why it is so and what would be otherwise.
 *
 * The notes of the walk are fetched when somebody presents.
 */
import { create } from 'zustand';
import { type Locale, useLocale } from '#i18n/locale';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { findScenario } from '#scenarios/index';
import type { FactId } from '#trace/fact';
import { toldAt } from '../caption/telling.ts';
import { tourText } from '../tour/tour-words.ts';
import { placeNotes } from './place-notes.ts';

/** Beat by beat: the start of the id of its step, and the notes. */
export type WalkNotes = readonly { readonly at: string; readonly say: readonly string[] }[];

interface Notes {
  readonly locale: Locale;
  readonly walk: WalkNotes;
}

export const useWalkNotes = create<Notes>(() => ({ locale: 'en', walk: [] }));

const files = import.meta.glob<WalkNotes>('./notes/*.json', { import: 'default' });

/** Fetches the notes in the page's language, and follows it; returns how to end. */
export function followNotes(): () => void {
  const load = ({ locale }: { readonly locale: Locale }): void => {
    // Offline there are none: why and what if stand in their place.
    files[`./notes/${locale}.json`]?.().then(
      (walk) => {
        if (useLocale.getState().locale === locale) useWalkNotes.setState({ locale, walk });
      },
      () => undefined,
    );
  };
  load(useLocale.getState());
  return useLocale.subscribe(load);
}

/** The notes of the stop at a fact, as points; `words`: the id of a tour's words there. */
export function notesOfStop(at: FactId, words: string | undefined): readonly string[] {
  const own = words === undefined ? '' : tourText(`${words}.notes`);
  if (own !== '') return own.split(/\n+/).filter((line) => line.trim() !== '');
  const state = player.getState();
  const walk = words === undefined && isProposed(state) ? notesOfWalk(state, at) : undefined;
  return walk ?? reasonsAt(state, at);
}

/** Whether the run is the one that its scenario proposes: only for that one the notes are true. */
function isProposed({ recording }: Player): boolean {
  const [input, ...more] = recording?.inputs ?? [];
  const proposed = findScenario(recording?.scenario ?? '')?.suggestion;
  return more.length === 0 && input?.kind === 'command' && input.line === proposed;
}

function notesOfWalk({ beats, log, steps }: Player, at: FactId): readonly string[] | undefined {
  const { walk } = useWalkNotes.getState();
  const placed = placeNotes(
    walk,
    beats.map(({ last }) => steps[last]?.id ?? ''),
  );
  const step = log.stepAt(at)?.index ?? -1;
  const beat = beats.find(({ last }) => last >= step);
  return beat === undefined ? undefined : placed.get(beat.index);
}

/** Why, and what if not, of the beat that the fact is a part of. */
function reasonsAt({ beats, log }: Player, at: FactId): readonly string[] {
  const beat = beats.find(({ fact }) => fact >= at);
  const told = beat === undefined ? undefined : toldAt(log, beat.fact);
  if (told === undefined) return [];
  const { telling, translate } = told;
  return [telling.why, telling.whatIf, telling.help].flatMap((message) =>
    message === undefined ? [] : [translate(message)],
  );
}
