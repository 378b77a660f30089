/**
 * The words of the tours and of the gallery's scenarios. They speak two languages more than the
 * interface does. For each language there is one file of titles, one with the gallery's cards, and
 * one file per tour with what it tells (a scenario of the gallery has it in its own folder); a
 * tour's words are fetched with the tour.
 */
import { create } from 'zustand';
import { readerLocale, type TourLocale, useLocale } from '#i18n/locale';
import type { GalleryId } from '#scenarios/gallery/gallery';
import type { TourId } from '#scenarios/tours/tour';

type TourWords = Readonly<Record<string, string>>;

const catalogs = import.meta.glob<TourWords>('../../i18n/tours/*/*.json', { import: 'default' });

const galleryCatalogs = import.meta.glob<TourWords>('../../scenarios/gallery/*/words/*.json', {
  import: 'default',
});

/** The words of one file; none when a language does not have the file yet. */
async function read(
  locale: TourLocale,
  name: TourId | GalleryId | 'titles' | 'gallery',
): Promise<TourWords> {
  const fetch =
    catalogs[`../../i18n/tours/${locale}/${name}.json`] ??
    galleryCatalogs[`../../scenarios/gallery/${name}/words/${locale}.json`];
  return (await fetch?.()) ?? {};
}

interface TourWordsState {
  readonly locale: TourLocale;
  readonly words: TourWords;
  /** For what a language does not have yet. */
  readonly fallback: TourWords;
}

export const useTourWords = create<TourWordsState>(() => ({
  locale: 'en',
  words: {},
  fallback: {},
}));

async function load(locale: TourLocale, tour: TourId | GalleryId | undefined): Promise<void> {
  const base = locale === 'zh-TW' ? 'zh-CN' : 'en';
  const both = async (of: TourLocale): Promise<TourWords> => {
    const names = ['titles', 'gallery', ...(tour === undefined ? [] : [tour])] as const;
    return Object.assign({}, ...(await Promise.all(names.map((name) => read(of, name)))));
  };
  const [words, fallback] = await Promise.all([both(locale), both(base)]);
  if (tour === told) useTourWords.setState({ locale, words, fallback });
}

/** The tour whose words are there or on their way; none on the page of statements. */
let told: TourId | GalleryId | undefined;
let following = false;

/**
 * Has the titles, and the words of a tour, in the reader's language; resolves when they are there,
 * and follows changes of the language.
 */
export async function followTourWords(tour?: TourId | GalleryId): Promise<void> {
  told = tour;
  if (!following) {
    following = true;
    useLocale.subscribe(() => void load(readerLocale(), told).catch(() => undefined));
  }
  await load(readerLocale(), tour);
}

type TourTranslate = (id: string, holes?: Readonly<Record<string, number>>) => string;

/** The words of a tour; a component that uses it renders again when the language changes. */
export function useTourT(): TourTranslate {
  const { words, fallback } = useTourWords();
  return (id, holes = {}) =>
    (words[id] ?? fallback[id] ?? '').replace(/\{(\w+)\}/g, (hole, name: string) =>
      String(holes[name] ?? hole),
    );
}
