/**
 * The telling of the beat at the cursor, and its words. Both are fetched beside the run: until they
 * are there, and at steps between beats, there is no telling, and the caption stands.
 */
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useDiagram } from '#diagram/diagram-store';
import { controllersOnMap } from '#diagram/nodes/kube-controller-manager-room.tsx';
import type { StoryMessage, Telling } from '#facts/telling';
import { type Locale, useLocale } from '#i18n/locale';
import { type Catalog, type MessageId, translate } from '#i18n/t';
import { beatAt } from '#player/beat-here';
import { captionedFact } from '#player/captioned-fact';
import { usePlayer } from '#player/player';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import { type Tellings, useTour } from '../tour/tour-store.ts';
import { plainLine } from './plain-line.ts';

interface Story {
  readonly locale: Locale;
  /** The story's words; those that a language lacks are in English. */
  readonly words: Catalog;
  readonly tellings: Tellings;
}

const useStory = create<{ readonly story: Story | undefined }>(() => ({ story: undefined }));

const files = import.meta.glob<Catalog>('../../i18n/story/*.json', { import: 'default' });

const wordsIn = async (locale: Locale): Promise<Catalog> =>
  (await files[`../../i18n/story/${locale}.json`]?.()) ?? {};

/** The newest request: words of an older one that come late do not replace it. */
let wanted: Locale | undefined;

/** Fetches the tellings and their words in a language; resolves when they are there. */
export async function loadStory(locale: Locale): Promise<void> {
  if (wanted === locale) return;
  wanted = locale;
  const fetched = [import('#player/telling-in-log'), wordsIn('en'), wordsIn(locale)] as const;
  const [inLog, english, own] = await Promise.all(fetched).catch((error: unknown) => {
    // Offline before the first fetch: the captions stay, and whoever asks next tries again.
    wanted = undefined;
    throw error;
  });
  if (wanted !== locale) return;
  const tellings = { ...inLog, controllersOnMap };
  useStory.setState({ story: { locale, words: { ...english, ...own }, tellings } });
  castBy(tellings);
}

let unfollow: (() => void) | undefined;

/** Tells the map whom the words are about: at the stops of a tour those that it names. */
function castBy(tellings: Tellings): void {
  const cast = (): void =>
    useDiagram.setState({
      castAt: (player) => {
        const { log, scene } = player;
        const stop = useTour.getState().tellingAt(log, captionedFact(player), tellings);
        return stop === undefined ? tellings.castInLog(player) : tellings.onMap(scene, stop.cast);
      },
    });
  unfollow?.();
  unfollow = useTour.subscribe(({ bound }, before) => {
    if (bound !== before.bound) cast();
  });
  cast();
}

/** The tellings and their words, fetched with the first component that needs them. */
function useLoadedStory(): Story | undefined {
  const locale = useLocale((state) => state.locale);
  const story = useStory((state) => state.story);
  useEffect(() => {
    loadStory(locale).catch(() => undefined);
  }, [locale]);
  return story;
}

/**
 * The telling of the beat at the cursor; `undefined` where no beat stands, or before its words
 * come.
 */
export function useTelling(): Telling | undefined {
  const story = useLoadedStory();
  const log = usePlayer((state) => state.log);
  const at = usePlayer(captionedFact);
  const beat = usePlayer((state) => beatAt(state, at));
  const told = useTour(({ tellingAt }) => tellingAt);
  // A tour's words follow the language, and its stops the run.
  const bound = useTour((state) => state.bound);
  return useMemo(() => {
    if (story === undefined) return undefined;
    const stop = bound.length === 0 ? undefined : told(log, at, story.tellings);
    return stop ?? (beat === undefined ? undefined : story.tellings.tellingAt(log, beat));
  }, [story, log, beat, at, told, bound]);
}

/** A telling, and what says it. */
interface Told {
  readonly telling: Telling;
  readonly translate: (message: StoryMessage) => string;
}

/** How the beat at a fact is told, and what says it; `undefined` as above. */
export function toldAt(log: TraceLog, at: FactId): Told | undefined {
  const beat = log.beats.find(({ fact }) => fact === at);
  return beat && toldBy(({ tellingAt }) => tellingAt(log, beat));
}

/** How the stop of the open tour at a fact is told; `undefined` beside its stops, and as above. */
export const stopToldAt = (log: TraceLog, at: FactId): Told | undefined =>
  toldBy((tellings) => useTour.getState().tellingAt(log, at, tellings));

function toldBy(tell: (tellings: Tellings) => Telling | undefined): Told | undefined {
  const { story } = useStory.getState();
  const telling = story && tell(story.tellings);
  if (story === undefined || telling === undefined) return undefined;
  return { telling, translate: translateWith({ ...useLocale.getState().catalog, ...story.words }) };
}

/** The line of the beat at a fact without its marks, as it is read; `undefined` as above. */
export function lineAt(log: TraceLog, at: FactId): string | undefined {
  const told = toldAt(log, at);
  return told === undefined ? undefined : plainLine(told.translate(told.telling.line));
}

/** The words of a telling, in the page's language. */
export function useStoryT(): (message: StoryMessage) => string {
  const story = useLoadedStory();
  const catalog = useLocale((state) => state.catalog);
  return useMemo(() => translateWith({ ...catalog, ...story?.words }), [catalog, story]);
}

/** Translates with both catalogues, because the holes of a telling take messages of both. */
export const translateWith =
  (catalog: Catalog) =>
  ({ id, params }: StoryMessage): string =>
    translate(catalog, id as MessageId, params);
