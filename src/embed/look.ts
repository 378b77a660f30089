/**
 * Theme and language of a frame: first those of the address, then those that the host chooses,
 * live.
 *
 * `auto` is the theme of the page around the frame, where the browser lets it be read (on the same
 * origin) or passes its colour scheme on; else the system's choice. On another origin the element
 * and the client send it.
 */
import { hasLocale, type Locale, preferredLocale } from '#i18n/preferred-locale';
import { followHost, hostLang, hostTheme } from './host-look.ts';
import { type ThemeName, themeNames } from './parameters.ts';

export interface Look {
  readonly theme: () => string;
  readonly locale: () => Locale;
  /** Returns the theme that is shown; throws for an unknown name, which changes nothing. */
  setTheme(name: string): string;
  /** Returns the language that is shown; throws for one that the page does not have. */
  setLocale(language: string): Locale;
}

/** Called when the frame looks otherwise than before. */
export interface LookChanges {
  readonly theme: () => void;
  readonly locale: (locale: Locale) => void;
}

/** Paints the document and keeps it painted; calls back when theme or language change. */
export function paint(
  theme: ThemeName | undefined,
  lang: string | undefined,
  changed: LookChanges,
): Look {
  const { documentElement: root } = document;
  let wanted: ThemeName = theme ?? 'auto';
  const host = pageAround();
  const near = (): string => (host === undefined ? '' : hostLang(host.frame));
  let locale = preferredLocale([lang || near(), ...navigator.languages]);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const asSystem = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
    const around = host === undefined ? 'auto' : hostTheme(host.page);
    const asHost = around === 'auto' ? asSystem : around;
    const before = root.dataset['theme'];
    const shown = wanted === 'auto' ? asHost : wanted;
    root.dataset['theme'] = shown;
    if (before !== undefined && before !== shown) changed.theme();
  };
  const speak = (language: string): Locale => {
    const chosen = preferredLocale([language]);
    if (chosen !== locale) {
      locale = chosen;
      changed.locale(chosen);
    }
    return chosen;
  };
  if (host !== undefined) {
    let spoken = near();
    followHost(() => {
      apply();
      if (near() !== '' && near() !== spoken && !lang) speak(near());
      spoken = near();
    }, host.page);
  }
  for (const query of [dark, contrast]) query.addEventListener('change', apply);
  apply();
  root.lang = locale;
  return {
    theme: () => root.dataset['theme'] ?? 'light',
    locale: () => locale,
    setTheme(name) {
      const known = themeNames.find((each) => each === name);
      if (known === undefined) {
        throw new Error(`There is no theme "${name}", only ${themeNames.join(', ')}.`);
      }
      wanted = known;
      apply();
      return root.dataset['theme'] ?? 'light';
    },
    setLocale(language) {
      if (!hasLocale(language)) throw new Error(`There is no language "${language}" here.`);
      return speak(language);
    },
  };
}

/** The page around and the element that frames this one; `undefined` on another origin. */
function pageAround(): { readonly page: Document; readonly frame: Element } | undefined {
  try {
    const { frameElement: frame } = window;
    return frame === null ? undefined : { page: frame.ownerDocument, frame };
  } catch {
    return undefined;
  }
}
