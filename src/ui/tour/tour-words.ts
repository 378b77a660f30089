/**
 * The words of the tours and of the gallery's scenarios. For each language there is one file of
 * titles, one with the texts of the gallery's cards (collected from the scenarios' own words by
 * scripts/vite/titles.ts), and one file for each tour or scenario, which is fetched with it.
 */
import { create } from 'zustand';
import { type Locale, useLocale } from '#i18n/locale';
import type { GalleryId } from '#scenarios/gallery/gallery';
import { withYears } from '#scenarios/tours/old-texts';
import type { TourId } from '#scenarios/tours/tour';
import type { TourWords } from './tour-catalogs.ts';

/** The words of a lesson, which are not in the catalogues. */
interface LessonWords {
  readonly words: (locale: Locale) => TourWords;
  /** The language of one of its texts; `undefined` if the lesson does not name it. */
  readonly languageOf: (id: string, locale: Locale) => string | undefined;
}

interface TourWordsState {
  readonly locale: Locale;
  readonly words: TourWords;
  /** The English words, for what a language does not have yet. */
  readonly fallback: TourWords;
}

export const useTourWords = create<TourWordsState>(() => ({
  locale: 'en',
  words: {},
  fallback: {},
}));

/**
 * The newest request. Words of an older one that come late are dropped; its waiters wait for this.
 */
let newest: Promise<void> = Promise.resolve();

function load(locale: Locale, tour: TourId | GalleryId | undefined): Promise<void> {
  const both = async (of: Locale): Promise<TourWords> => {
    // The list of all these files is a chunk of its own: nobody needs it before the first tour.
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

/** The tour whose words are there or being fetched; none on the page of statements. */
let openTour: TourId | GalleryId | undefined;
let lessonWords: LessonWords | undefined;
let following = false;

/**
 * Fetches the titles, and the words of a tour, in the reader's language; resolves when they are
 * there. Fetches them again when the language changes.
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

/** The words of a tour at this moment, for code outside of React. */
export const tourText: TourTranslate = (...args) => fill(useTourWords.getState(), ...args);

/** The words of a tour; a component that uses this renders again when the language changes. */
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
