/**
 * Says each step to a screen reader. Silent while playing faster than 1×, where it could not
 * keep up, and while the cluster starts.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { usePlayer } from '#player/player';
import { useCaption } from './caption-bar.tsx';

export function LiveRegion(): ReactNode {
  const t = useT();
  const caption = useCaption().message.replaceAll('**', '');
  const begun = usePlayer((state) => state.step !== undefined);
  const told = usePlayer((state) => state.depth === 'story');
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const silent = usePlayer((state) => state.playing && state.speed > 1);
  const words =
    !begun || silent ? '' : t(told ? 'live.beat' : 'live.step', { step, steps, caption });
  return (
    <output className="sr" aria-live="polite">
      {words}
    </output>
  );
}
