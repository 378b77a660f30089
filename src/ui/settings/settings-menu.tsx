/** The button of the settings in the top bar, and their place, which is filled when it opens. */
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';

const SettingsPanel = lazy(() => import('./settings-panel.tsx'));

export function SettingsMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn ghost"
        popoverTarget={id}
        aria-label={t('menu.settings')}
        title={t('menu.settings')}
      >
        <Icon name="settings" />
      </button>
      <div id={id} popover="auto" className="popover menu" onToggle={() => setOpened(true)}>
        {opened && (
          <Suspense fallback={<p className="qq">…</p>}>
            <SettingsPanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
