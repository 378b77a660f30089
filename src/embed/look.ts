/**
 * Theme and language of a frame: what the address says, then what the host says, live.
 *
 * `auto` is the system's choice; the host's own page is read by the element, not from in here.
 */
import { type Locale, preferredLocale } from '#i18n/preferred-locale';
import { type ThemeName, themeNames } from './parameters.ts';

export interface Look {
  readonly theme: () => string;
  readonly locale: () => Locale;
  /** Says which theme it is now; an unknown name changes nothing. */
  setTheme(name: string): string;
  setLocale(language: string): Locale;
}

/** Paints the document and keeps it painted; tells when the language becomes another one. */
export function paint(
  theme: ThemeName | undefined,
  lang: string | undefined,
  onLocale: (locale: Locale) => void,
): Look {
  const { documentElement: root } = document;
  let wanted: ThemeName = theme ?? 'auto';
  let locale = preferredLocale([lang ?? '', ...navigator.languages]);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const asSystem = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
    root.dataset['theme'] = wanted === 'auto' ? asSystem : wanted;
  };
  for (const query of [dark, contrast]) query.addEventListener('change', apply);
  apply();
  root.lang = locale;
  return {
    theme: () => root.dataset['theme'] ?? 'light',
    locale: () => locale,
    setTheme(name) {
      wanted = themeNames.find((known) => known === name) ?? wanted;
      apply();
      return root.dataset['theme'] ?? 'light';
    },
    setLocale(language) {
      const chosen = preferredLocale([language]);
      if (chosen !== locale) {
        locale = chosen;
        onLocale(chosen);
      }
      return chosen;
    },
  };
}
