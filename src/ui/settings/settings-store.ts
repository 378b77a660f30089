/** A person's settings for this page: language, theme, … Kept where the browser allows it. */
import { create } from 'zustand';
import type { Locale } from '#i18n/preferred-locale';

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

/** `auto`: the system's choice. */
export const motions = ['auto', 'off'] as const;
export type Motion = (typeof motions)[number];

interface Settings {
  /** Absent: the browser's choice. */
  readonly lang?: Locale;
  readonly theme: Theme;
  /** What the link asks for, until a person chooses; it is not kept. */
  readonly linkedTheme?: Theme | undefined;
  readonly motion: Motion;
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  readonly shortcuts: boolean;
}

const storageKey = 'podyssey.settings';

/** Reads the kept settings; an embed or a private window may forbid it, which is not an error. */
function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

function store(settings: Settings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}

export const useSettings = create<Settings>(() => ({
  theme: 'auto',
  motion: 'auto',
  shortcuts: true,
  ...stored(),
}));

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change.theme === undefined ? change : { ...change, linkedTheme: undefined });
  const { linkedTheme: _, ...kept } = useSettings.getState();
  store(kept);
}

/**
 * Writes the theme on the document and follows the system while it is `auto`. What a link asks for
 * (`forced`) ends where a person chooses.
 */
export function applyTheme(forced?: Theme): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { theme: chosen, linkedTheme } = useSettings.getState();
    const theme = linkedTheme ?? chosen;
    const asSystem = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = theme === 'auto' ? asSystem : theme;
  };
  for (const query of [dark, contrast]) query.addEventListener('change', apply);
  if (forced !== undefined) useSettings.setState({ linkedTheme: forced });
  useSettings.subscribe(apply);
  apply();
}

/** Calls back with whether motion is reduced, now and whenever that changes. */
export function followMotion(
  forced: Motion | undefined,
  onChange: (reduced: boolean) => void,
): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const apply = (): void => {
    const motion = forced ?? useSettings.getState().motion;
    document.documentElement.dataset['motion'] = motion;
    onChange(motion === 'off' || reduced.matches);
  };
  reduced.addEventListener('change', apply);
  useSettings.subscribe(apply);
  apply();
}
