/** The languages of the page, and the best one for a reader. */

export const locales = ['en', 'zh-CN', 'zh-TW', 'ja'] as const;
export type Locale = (typeof locales)[number];

/** The best language for the address, a setting and the browser, in that order. */
export function preferredLocale(languages: readonly (string | undefined)[]): Locale {
  for (const language of languages) {
    const known = localeOf(language ?? '');
    if (known !== undefined) return known;
  }
  return 'en';
}

/** Whether the page has the language of a tag. */
export const hasLocale = (tag: string): boolean => localeOf(tag) !== undefined;

/** The language of a tag as of BCP 47; Chinese by its script, and by its region without one. */
function localeOf(tag: string): Locale | undefined {
  const [language, ...subtags] = tag.toLowerCase().split('-');
  if (language === 'en' || language === 'ja') return language;
  if (language !== 'zh') return undefined;
  if (subtags.includes('hans')) return 'zh-CN';
  return subtags.some((part) => traditional.has(part)) ? 'zh-TW' : 'zh-CN';
}

const traditional: ReadonlySet<string> = new Set(['hant', 'tw', 'hk', 'mo']);
