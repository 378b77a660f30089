/** Which language the page speaks. English is built in; the others are fetched when chosen. */
import { create } from 'zustand';
import { type Catalog, english, type MessageId, type MessageParams, translate } from './t.ts';

export const locales = ['en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];

/** Each language by its own name. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' };

interface LocaleState {
  readonly locale: Locale;
  readonly catalog: Catalog;
}

export const useLocale = create<LocaleState>(() => ({ locale: 'en', catalog: english }));

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text);

/** The best language for what the browser asks for. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    if (isLocale(language)) return language;
    if (language.toLowerCase().startsWith('zh')) return 'zh-CN';
    if (language.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

/** Switches the page to a language once its words are there; on failure it stays as it is. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const catalog: Catalog = locale === 'en' ? english : (await import('./zh-CN.json')).default;
  useLocale.setState({ locale, catalog });
  document.documentElement.lang = locale;
}

export type Translate = (id: MessageId, params?: MessageParams) => string;

/** The words of a moment outside of React. */
export const t: Translate = (id, params) => translate(useLocale.getState().catalog, id, params);

/** The words of the page; a component that uses it renders again when the language changes. */
export function useT(): Translate {
  const catalog = useLocale((state) => state.catalog);
  return (id, params) => translate(catalog, id, params);
}
