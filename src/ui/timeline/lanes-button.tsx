/** Opens the lanes and folds them again; it stands before the strip, or in its place. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { toggleLanes, useLanesOpen } from './lanes-store.ts';

export function LanesButton(): ReactNode {
  const t = useT();
  const open = useLanesOpen();
  return (
    <button
      type="button"
      className="lanes-button"
      aria-expanded={open}
      aria-keyshortcuts="L"
      title={t(open ? 'timeline.lanes.close' : 'timeline.lanes.open')}
      onClick={toggleLanes}
    >
      <Icon name="chevron" />
      <span>{t('timeline.lanes')}</span>
      <span className="kbd" aria-hidden="true">
        L
      </span>
    </button>
  );
}
