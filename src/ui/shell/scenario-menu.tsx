/** Which cluster and which first command; choosing another begins its run from the seed. */
import { type ReactNode, useId } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { findScenario, scenarios } from '#scenarios/index';
import { Icon } from '../icons.tsx';

export function ScenarioMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const current = usePlayer((state) => state.recording?.scenario);
  const scenario = findScenario(current ?? '');
  if (scenario === undefined) return null;
  return (
    <>
      <button type="button" className="scenario-button" popoverTarget={id}>
        <span>{t(`scenario.${scenario.id}.title`)}</span>
        <Icon name="chevron" />
      </button>
      <ul id={id} popover="auto" className="popover scenarios" aria-label={t('scenario.list')}>
        {Object.values(scenarios).map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              aria-current={entry.id === scenario.id ? 'true' : undefined}
              onClick={() => {
                document.getElementById(id)?.hidePopover();
                choose(entry.id);
              }}
            >
              <b>{t(`scenario.${entry.id}.title`)}</b>
              <code>{entry.suggestion}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function choose(id: string): void {
  const { recording, options, open } = player.getState();
  const scenario = findScenario(id);
  if (scenario === undefined || recording === undefined || recording.scenario === id) return;
  open({ ...recording, scenario: id, inputs: [] }, { ...options, readyAt: scenario.readyAt });
}
