/**
 * The words of the tours. They speak two languages more than the interface does, and are fetched
 * with the first tour.
 */
import { create } from 'zustand';
import { type Locale, useLocale } from '#i18n/locale';

type TourLocale = 'en' | 'zh-CN' | 'zh-TW' | 'ja';
type TourWords = Readonly<Record<string, string>>;

const catalogs: Readonly<Record<TourLocale, () => Promise<{ readonly default: TourWords }>>> = {
  en: () => import('#i18n/tours/en.json'),
  'zh-CN': () => import('#i18n/tours/zh-CN.json'),
  'zh-TW': () => import('#i18n/tours/zh-TW.json'),
  ja: () => import('#i18n/tours/ja.json'),
};

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

/** What the interface speaks for a reader of a language that only the tours have. */
const interfaceFor = { 'zh-TW': 'zh-CN', ja: 'en' } as const;

/**
 * The language of the tours: the interface's, unless the first language that a person asks for is
 * one that only the tours have, and the interface stands in for it.
 */
export function tourLocaleFor(spoken: Locale, languages: readonly string[]): TourLocale {
  for (const language of languages) {
    const own = ownLocale(language);
    if (own !== undefined) return interfaceFor[own] === spoken ? own : spoken;
    if (/^(en|zh)\b/i.test(language)) return spoken;
  }
  return spoken;
}

function ownLocale(language: string): keyof typeof interfaceFor | undefined {
  if (/^zh-(tw|hk|mo|hant)\b/i.test(language)) return 'zh-TW';
  return /^ja\b/i.test(language) ? 'ja' : undefined;
}

async function load(locale: TourLocale): Promise<void> {
  const base = locale === 'zh-TW' ? 'zh-CN' : 'en';
  const [words, fallback] = await Promise.all([catalogs[locale](), catalogs[base]()]);
  useTourWords.setState({ locale, words: words.default, fallback: fallback.default });
}

/** Has the words in the reader's language; resolves when they are there, and follows changes. */
export async function followTourWords(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang') ?? '';
  const locale = (): TourLocale =>
    tourLocaleFor(useLocale.getState().locale, [asked, ...navigator.languages]);
  useLocale.subscribe(() => void load(locale()).catch(() => undefined));
  await load(locale());
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
