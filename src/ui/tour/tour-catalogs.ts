/** Where the words of tours and scenarios are; each file is fetched by itself. */
import type { Locale } from '#i18n/locale';
import type { GalleryId } from '#scenarios/gallery/gallery';
import type { TourId } from '#scenarios/tours/tour';

/** The texts, by their ids. */
export type TourWords = Readonly<Record<string, string>>;

const catalogs = import.meta.glob<TourWords>('../../i18n/tours/*/*.json', { import: 'default' });

const galleryCatalogs = import.meta.glob<TourWords>('../../scenarios/gallery/*/words/*.json', {
  import: 'default',
});

const cardCatalogs: Readonly<Record<Locale, () => Promise<{ readonly default: TourWords }>>> = {
  en: () => import('virtual:cards/en'),
  'zh-CN': () => import('virtual:cards/zh-CN'),
  'zh-TW': () => import('virtual:cards/zh-TW'),
  ja: () => import('virtual:cards/ja'),
};

/** The texts of the gallery's cards. */
export const cardsIn = async (locale: Locale): Promise<TourWords> =>
  (await cardCatalogs[locale]()).default;

/** The words of one tour or scenario, or all titles; empty if a language does not have them yet. */
export async function wordsIn(
  locale: Locale,
  name: TourId | GalleryId | 'titles',
): Promise<TourWords> {
  const fetch =
    catalogs[`../../i18n/tours/${locale}/${name}.json`] ??
    galleryCatalogs[`../../scenarios/gallery/${name}/words/${locale}.json`];
  return (await fetch?.()) ?? {};
}
