/**
 * The meaning of the signs of the map: the most frequent ones in the bar, all of them on a sheet.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#i18n/locale';
import { barSigns } from './bar-signs.tsx';

const Sheet = lazy(() => import('./legend-sheet.tsx'));

type BarSign = keyof typeof barSigns;
const inBar = Object.keys(barSigns) as readonly BarSign[];

export function Legend(): ReactNode {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className="legend">
        {inBar.map((sign) => (
          <span key={sign}>
            {barSigns[sign]}
            {t(`diagram.legend.${sign}`)}
          </span>
        ))}
      </div>
      <button
        type="button"
        className="tool legend-open"
        popoverTarget="legend-sheet"
        aria-label={t('diagram.legend.all')}
      >
        <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.500 4h3v3h-3zM2.500 9.500h3v3h-3zM8 5.500h5.500M8 11h5.500" />
        </svg>
        <span className="tool-words">{t('diagram.legend.all')}</span>
      </button>
      <div
        className="legend-sheet"
        id="legend-sheet"
        popover="auto"
        onToggle={() => setOpened(true)}
      >
        {opened && (
          <Suspense>
            <Sheet />
          </Suspense>
        )}
      </div>
    </>
  );
}
