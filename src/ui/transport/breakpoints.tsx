/** The button “Breakpoints” and the place of its list, which is fetched when it opens. */
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';

const BreakpointsPanel = lazy(() => import('./breakpoints-panel.tsx'));

export function Breakpoints(): ReactNode {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const count = usePlayer((state) => state.breakpoints.length);
  return (
    <>
      <button
        type="button"
        className={count > 0 ? 'btn ghost breaks set' : 'btn ghost breaks'}
        popoverTarget={id}
        title={t('breakpoints.title')}
        aria-label={t('breakpoints.count', { n: count })}
      >
        <Icon name="break" />
        <span className="breaks-words">{t('breakpoints.title')}</span>
        {count > 0 && <span className="num">{count}</span>}
      </button>
      <div
        id={id}
        popover="auto"
        className="popover breaks-panel"
        aria-label={t('breakpoints.title')}
        role="dialog"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Suspense fallback={<p className="qq">…</p>}>
            <BreakpointsPanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
