/** "Offline copy", and "a newer version is there: reload". */
import './offline.css';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { useOffline } from './offline-store.ts';

export default function OfflineMark(): ReactNode {
  const t = useT();
  const { cut, update } = useOffline();
  return (
    <>
      {cut && (
        <span className="offline-mark cut" role="status" title={t('offline.hint')}>
          <CutOff />
          <span className="words">{t('offline.copy')}</span>
        </span>
      )}
      {update !== undefined && (
        <span className="offline-mark newer" role="status">
          <span>{t('offline.newer')}</span>
          <button type="button" className="btn" onClick={update}>
            {t('offline.reload')}
          </button>
          <button
            type="button"
            className="btn ghost"
            aria-label={t('notice.close')}
            title={t('notice.close')}
            onClick={() => useOffline.setState({ update: undefined })}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </>
  );
}

/** A cloud with a stroke through it. */
function CutOff(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="M4.5 12.5h7a2.8 2.8 0 0 0 .4-5.6 4 4 0 0 0-7.7-.6 3.1 3.1 0 0 0 .3 6.2ZM2 2l12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
