/**
 * Says each step to a screen reader. Silent while playing faster than 1×, where it could not
 * keep up, and while the cluster starts.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { useCaption } from './caption-bar.tsx';

export function LiveRegion(): ReactNode {
  const t = useT();
  const caption = useCaption().message.replaceAll('**', '');
  const step = usePlayer((state) => state.step?.index);
  const steps = usePlayer((state) => state.steps.length);
  const silent = usePlayer((state) => state.playing && state.speed > 1);
  const words =
    step === undefined || silent ? '' : t('live.step', { step: step + 1, steps, caption });
  return (
    <output className="sr" aria-live="polite">
      {words}
    </output>
  );
}
