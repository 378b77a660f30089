/**
 * The words of the tours and of the gallery's scenarios. For each language there is one file of
 * titles, one with the texts of the gallery's cards (made of the scenarios' own words by
 * scripts/vite/titles.ts), and one file per tour or scenario with what it tells, which is fetched
 * with it.
 */
import { create } from 'zustand';
import { type Locale, useLocale } from '#i18n/locale';
import type { GalleryId } from '#scenarios/gallery/gallery';
import { withYears } from '#scenarios/tours/old-texts';
import type { TourId } from '#scenarios/tours/tour';
import type { TourWords } from './tour-catalogs.ts';

/** What a lesson tells; it is not in the catalogues. */
interface LessonWords {
  readonly words: (locale: Locale) => TourWords;
  /** The language that one of its texts is in; `undefined`: the lesson does not say. */
  readonly languageOf: (id: string, locale: Locale) => string | undefined;
}

interface TourWordsState {
  readonly locale: Locale;
  readonly words: TourWords;
  /** For what a language does not have yet. */
  readonly fallback: TourWords;
}

export const useTourWords = create<TourWordsState>(() => ({
  locale: 'en',
  words: {},
  fallback: {},
}));

/** What was asked for last: words that come late do not undo it, and who waits, waits for it. */
let newest: Promise<void> = Promise.resolve();

function load(locale: Locale, tour: TourId | GalleryId | undefined): Promise<void> {
  const both = async (of: Locale): Promise<TourWords> => {
    // Which file lies where is a list of its own, and nobody needs it before the first tour.
    const { cardsIn, wordsIn } = await import('./tour-catalogs.ts');
    const names = ['titles', ...(tour === undefined ? [] : [tour])] as const;
    const files = [cardsIn(of), ...names.map((name) => wordsIn(of, name))];
    return Object.assign({}, ...(await Promise.all(files)));
  };
  const own = lessonWords?.words(locale);
  const mine: Promise<void> = Promise.all([both(locale), both('en')]).then(([words, fallback]) => {
    if (mine !== newest) return newest;
    useTourWords.setState({ locale, words: { ...words, ...own }, fallback });
    return undefined;
  });
  newest = mine;
  return mine;
}

/** The tour whose words are there or on their way; none on the page of statements. */
let openTour: TourId | GalleryId | undefined;
let lessonWords: LessonWords | undefined;
let following = false;

/**
 * Has the titles, and the words of a tour, in the reader's language; resolves when they are there,
 * and follows changes of the language.
 */
export async function followTourWords(
  tour?: TourId | GalleryId,
  lesson?: LessonWords,
): Promise<void> {
  openTour = tour;
  lessonWords = lesson;
  if (!following) {
    following = true;
    useLocale.subscribe(({ locale }) => void load(locale, openTour).catch(() => undefined));
  }
  await load(useLocale.getState().locale, tour);
}

type TourTranslate = (id: string, holes?: Readonly<Record<string, number | string>>) => string;

const fill = ({ words, fallback }: TourWordsState, ...[id, holes = {}]: TourTextArgs): string =>
  withYears(words[id] ?? fallback[id] ?? '').replace(/\{(\w+)\}/g, (hole, name: string) =>
    String(holes[name] ?? hole),
  );

type TourTextArgs = Parameters<TourTranslate>;

/** The words of a tour at this moment, outside of React. */
export const tourText: TourTranslate = (...args) => fill(useTourWords.getState(), ...args);

/** The words of a tour; a component that uses it renders again when the language changes. */
export function useTourT(): TourTranslate {
  const state = useTourWords();
  return (...args) => fill(state, ...args);
}

/**
 * The language of a text, for its `lang`: the reader's, or English where that has no words yet. A
 * lesson has its own languages.
 */
export function useTourLang(): (id: string) => string | undefined {
  const { locale, words, fallback } = useTourWords();
  return (id) => {
    const inLesson = lessonWords?.languageOf(id, locale);
    if (inLesson !== undefined) return inLesson;
    if (words[id] === undefined && fallback[id] !== undefined) return 'en';
    return lessonWords === undefined || fallback[id] !== undefined ? locale : undefined;
  };
}
