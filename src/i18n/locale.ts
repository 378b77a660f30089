/** The language of the page. Each language is fetched when it is chosen, English too. */
import { create } from 'zustand';
import type { Locale } from './preferred-locale.ts';
import { type Catalog, learn, type MessageId, type MessageParams, translate } from './t.ts';

export { type Locale, locales, preferredLocale } from './preferred-locale.ts';

/** Each language by its own name. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ja: '日本語',
};

interface LocaleState {
  readonly locale: Locale;
  readonly catalog: Catalog;
}

export const useLocale = create<LocaleState>(() => ({ locale: 'en', catalog: {} }));

const catalogs: Readonly<Record<Locale, () => Promise<{ readonly default: Catalog }>>> = {
  en: () => import('./en.json'),
  'zh-CN': () => import('./zh-CN.json'),
  'zh-TW': () => import('./zh-TW.json'),
  ja: () => import('./ja.json'),
};

/** The newest request: a catalogue of an older one that arrives late does not undo the choice. */
let wanted: Locale | undefined;

/** Switches the page to a language once its words are there; on failure it stays as it is. */
export async function chooseLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const { default: catalog } = await catalogs[locale]();
  if (wanted !== locale) return;
  learn(catalog);
  useLocale.setState({ locale, catalog });
  document.documentElement.lang = locale;
}

export type Translate = (id: MessageId, params?: MessageParams) => string;

/** The words at this moment, for code outside of React. */
export const t: Translate = (id, params) => translate(useLocale.getState().catalog, id, params);

/** The words of the page; a component that uses it renders again when the language changes. */
export function useT(): Translate {
  const catalog = useLocale((state) => state.catalog);
  return (id, params) => translate(catalog, id, params);
}
