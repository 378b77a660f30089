/** What a person set for this page: theme and shortcuts. Kept where the browser allows. */
import { create } from 'zustand';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface Settings {
  readonly theme: Theme;
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  readonly shortcuts: boolean;
}

const storageKey = 'podyssey.settings';

/** Reads what is kept; an embed or a private window may forbid it, which is not an error. */
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
    // Nowhere to keep it: the setting lasts as long as the page.
  }
}

export const useSettings = create<Settings>(() => ({
  theme: 'auto',
  shortcuts: true,
  ...stored(),
}));

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  store(useSettings.getState());
}

/** Writes the theme on the document and follows the system while it is `auto`. */
export function applyTheme(forced?: Theme): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const theme = forced ?? useSettings.getState().theme;
    const shown = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
    document.documentElement.dataset['theme'] = shown;
  };
  dark.addEventListener('change', apply);
  useSettings.subscribe(apply);
  apply();
}
