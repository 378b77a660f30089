/** The mark, the scenario, how far the simulator has run ahead, help and settings. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { OfflineSlot } from '../offline/offline-slot.tsx';
import { startPresenting } from '../presenter/start-presenting.ts';
import { SearchButton } from '../search/search-button.tsx';
import { SettingsMenu } from '../settings/settings-menu.tsx';
import { toggleHelp } from '../settings/toggle-help.ts';
import { ShareButton } from '../share/share-dialog.tsx';
import { TerminalButton } from '../terminal/terminal-button.tsx';
import { Brand } from './brand.tsx';
import { ScenarioMenu } from './scenario-menu.tsx';

export function TopBar(): ReactNode {
  const t = useT();
  return (
    <header className="top-bar">
      <Brand />
      <span className="sep" />
      <ScenarioMenu />
      <span className="version">{t('app.simulated')}</span>
      <div className="grow" />
      <OfflineSlot />
      <RunAhead />
      <SearchButton />
      <ShareButton />
      <TerminalButton />
      <PresentButton />
      <button
        type="button"
        className="btn ghost keys-button"
        aria-label={t('menu.keys')}
        title={t('menu.keys')}
        aria-keyshortcuts="?"
        onClick={toggleHelp}
      >
        <Icon name="help" />
      </button>
      <SettingsMenu />
    </header>
  );
}

/** For a class: large letters and a clicker's keys. */
function PresentButton(): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className="btn present"
      aria-label={t('menu.present')}
      title={t('menu.present')}
      aria-keyshortcuts="P"
      onClick={() => void startPresenting()}
    >
      <Icon name="present" />
      <span>{t('menu.present')}</span>
    </button>
  );
}

/** Shown while facts still arrive after the command: the end of the run is not known yet. */
function RunAhead(): ReactNode {
  const t = useT();
  const running = usePlayer(
    ({ status, goal, served }) =>
      status.kind === 'running' && goal === undefined && served === undefined,
  );
  const facts = usePlayer((state) => state.factCount);
  if (!running) return null;
  return <span className="run-ahead num">{t('status.ahead', { facts })}</span>;
}
