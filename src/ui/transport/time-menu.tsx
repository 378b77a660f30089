/** The button “Time” and the place of its menu, which is fetched when it opens. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { timeMenuId } from './time-menu-id.ts';

const TimePanel = lazy(() => import('./time-panel.tsx'));

export function TimeMenu(): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(false);
  const looping = usePlayer((state) => state.loop !== undefined);
  return (
    <>
      <button
        type="button"
        className={looping ? 'btn ghost time-button set' : 'btn ghost time-button'}
        popoverTarget={timeMenuId}
        title={t('time.title')}
        aria-label={t('time.title')}
      >
        <Icon name="clock" />
        <span className="breaks-words">{t('time.title')}</span>
      </button>
      <div
        id={timeMenuId}
        popover="auto"
        className="popover breaks-panel time-panel"
        aria-label={t('time.title')}
        role="dialog"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Suspense fallback={<p className="qq">…</p>}>
            <TimePanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
