/**
 * Language, theme, motion, seed and shortcuts; in a narrow window also what its bar has no room
 * for.
 */
import type { ReactNode } from 'react';
import { chooseLocale, type Locale, localeNames, locales, useLocale, useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { openShare } from '../share/share-dialog.tsx';
import {
  changeSettings,
  type Motion,
  motions,
  type Theme,
  themes,
  useSettings,
} from './settings-store.ts';
import { toggleHelp } from './toggle-help.ts';

export default function SettingsPanel(): ReactNode {
  const t = useT();
  const locale = useLocale((state) => state.locale);
  const { theme, motion, shortcuts } = useSettings();
  return (
    <>
      <div className="in-narrow">
        <button type="button" onClick={openShare}>
          <Icon name="share" />
          {t('share.title')}
        </button>
        <button type="button" onClick={toggleHelp}>
          <Icon name="help" />
          {t('menu.keys')}
        </button>
      </div>
      <label>
        <span>{t('menu.language')}</span>
        <select value={locale} onChange={(event) => setLanguage(event.target.value as Locale)}>
          {locales.map((name) => (
            <option key={name} value={name} lang={name}>
              {localeNames[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('menu.theme')}</span>
        <select
          value={theme}
          onChange={(event) => changeSettings({ theme: event.target.value as Theme })}
        >
          {themes.map((name) => (
            <option key={name} value={name}>
              {t(`menu.theme.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('menu.motion')}</span>
        <select
          value={motion}
          onChange={(event) => changeSettings({ motion: event.target.value as Motion })}
        >
          {motions.map((name) => (
            <option key={name} value={name}>
              {t(`menu.motion.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <SeedField />
      <label className="check">
        <input
          type="checkbox"
          checked={shortcuts}
          onChange={(event) => changeSettings({ shortcuts: event.target.checked })}
        />
        <span>{t('menu.keys.on')}</span>
      </label>
    </>
  );
}

/** Switches to a language and keeps the choice, unless its words cannot be fetched. */
function setLanguage(lang: Locale): void {
  chooseLocale(lang).then(
    () => changeSettings({ lang }),
    () => undefined,
  );
}

/** Runs the same inputs again with another seed. */
function SeedField(): ReactNode {
  const t = useT();
  const recording = usePlayer((state) => state.recording);
  if (recording === undefined) return null;
  const change = (text: string): void => {
    const seed = Number.parseInt(text, 10);
    if (!Number.isFinite(seed) || seed === recording.seed) return;
    const { open, options } = player.getState();
    open({ ...recording, seed }, options);
  };
  return (
    <label>
      <span>{t('menu.seed')}</span>
      <input
        key={recording.seed}
        type="number"
        min={0}
        max={4294967295}
        defaultValue={recording.seed}
        title={t('menu.seed.hint')}
        onBlur={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change(event.currentTarget.value);
        }}
      />
    </label>
  );
}
