/**
 * A hint, shown once, for readers who turn the wheel over the map: it scrolls the page around, and
 * zooms with a key held. The hint takes neither the wheel nor the focus, and disappears by itself.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';

/** Milliseconds. */
const shownFor = 2600;
/** Parts that scroll by themselves; the wheel over them is not over the map. */
const map = '.react-flow';
const ownScroll = '.nowheel';

export function WheelHint(): ReactNode {
  const t = useT();
  const [shown, setShown] = useState<{ readonly left: number; readonly top: number }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = ({ target, ctrlKey, metaKey }: WheelEvent): void => {
      const found = target instanceof Element && !target.closest(ownScroll) && target.closest(map);
      if (!found) return;
      stop();
      // Readers who zoom already need no hint.
      if (ctrlKey || metaKey) return;
      const { left, top, width, height } = found.getBoundingClientRect();
      setShown({ left: left + width / 2, top: top + height / 2 });
      timer = setTimeout(() => setShown(undefined), shownFor);
    };
    const stop = (): void => document.removeEventListener('wheel', hear);
    document.addEventListener('wheel', hear, { passive: true });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  const key = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <div className="wheel-hint" role="status" style={shown}>
      {shown !== undefined && <span>{t('embed.wheel', { key })}</span>}
    </div>
  );
}
