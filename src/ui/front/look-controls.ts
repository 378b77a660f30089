/** Language and theme, at the top right of the front door: the browser's own lists. */
import { type Locale, locales } from '#i18n/preferred-locale';
import type { MessageId } from '#i18n/t';
import { changeSettings, type Theme, themes, useSettings } from '../settings/settings-store.ts';
import { html, sign } from './elements.ts';

/** Each language by its own name. */
const names: Readonly<Record<Locale, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ja: '日本語',
};

const chevron = 'm4 6 4 4 4-4';
const sun = [
  'M8 5.250a2.750 2.750 0 1 0 0 5.500 2.750 2.750 0 0 0 0-5.500Z',
  'M8 1.750v1.500M8 12.750v1.500M1.750 8h1.500M12.750 8h1.500M3.580 3.580l1.060 1.060',
  'M11.360 11.360l1.060 1.060M3.580 12.420l1.060-1.060M11.360 4.640l1.060-1.060',
].join('');

interface LookControls {
  readonly locale: Locale;
  readonly t: (id: MessageId) => string;
  readonly speak: (locale: Locale) => void;
}

export function lookControls({ locale, t, speak }: LookControls): readonly HTMLElement[] {
  const language = html(
    'select',
    { 'aria-label': t('menu.language') },
    ...locales.map((name) => html('option', { value: name, lang: name }, names[name])),
  );
  language.value = locale;
  language.addEventListener('change', () => speak(language.value as Locale));
  const theme = html(
    'select',
    { 'aria-label': t('menu.theme'), title: t('menu.theme') },
    ...themes.map((name) => html('option', { value: name }, t(`menu.theme.${name}`))),
  );
  theme.value = new URLSearchParams(location.search).get('theme') ?? useSettings.getState().theme;
  theme.addEventListener('change', () => {
    // What a link asks for ends where a person chooses.
    forget('theme');
    changeSettings({ theme: theme.value as Theme });
  });
  return [
    html('span', { class: 'front-choice' }, language, sign(chevron)),
    html('span', { class: 'front-choice icon' }, theme, sign(sun)),
  ];
}

/** Takes a name out of the address. */
export function forget(name: string): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(name)) return;
  url.searchParams.delete(name);
  history.replaceState(null, '', url);
}
