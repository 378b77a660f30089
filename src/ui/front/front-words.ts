/** What the front door says: cut out of the catalogues, so that it need not wait for the whole. */
import type { Locale } from '#i18n/preferred-locale';
import { type Catalog, type MessageId, type MessageParams, translate } from '#i18n/t';

const catalogs: Readonly<Record<Locale, () => Promise<{ readonly default: Catalog }>>> = {
  en: () => import('virtual:front/en'),
  'zh-CN': () => import('virtual:front/zh-CN'),
  'zh-TW': () => import('virtual:front/zh-TW'),
  ja: () => import('virtual:front/ja'),
};

export type Translate = (id: MessageId, params?: MessageParams) => string;

/** The words of a language; the door would rather stand in English than not at all. */
export async function loadWords(
  locale: Locale,
): Promise<{ readonly locale: Locale; readonly t: Translate }> {
  try {
    const { default: catalog } = await catalogs[locale]();
    return { locale, t: (id, params) => translate(catalog, id, params) };
  } catch (error) {
    if (locale === 'en') throw error;
    return loadWords('en');
  }
}
