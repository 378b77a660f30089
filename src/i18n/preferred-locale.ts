/** The languages of the interface, and which of them somebody would rather read. */

export const locales = ['en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text);

/** The best language for what the browser asks for. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    if (isLocale(language)) return language;
    const own = ownLocale(language);
    if (own !== undefined) return interfaceFor[own];
    if (language.toLowerCase().startsWith('zh')) return 'zh-CN';
    if (language.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

export type TourLocale = Locale | 'zh-TW' | 'ja';

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
