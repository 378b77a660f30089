/** The button “What if…” and the place of its choices, which are fetched when it opens. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { whatIfId } from './what-if-id.ts';

const Choices = lazy(() => import('./what-if-choices.tsx'));

export function WhatIfButton(): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn ghost what-if-button"
        popoverTarget={whatIfId}
        aria-keyshortcuts="W"
        title={t('whatif.title')}
        aria-label={t('whatif.title')}
      >
        <Icon name="fork" />
        <span className="breaks-words">{t('whatif.title')}</span>
      </button>
      <div
        id={whatIfId}
        popover="auto"
        className="popover what-if"
        role="dialog"
        aria-label={t('whatif.title')}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Suspense fallback={<p className="qq">…</p>}>
            <Choices />
          </Suspense>
        )}
      </div>
    </>
  );
}
