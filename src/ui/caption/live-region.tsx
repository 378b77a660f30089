/**
 * Announces each step to a screen reader, and for a beat what it changed. Silent while playing
 * faster than 1×, where it could not keep up, and while the cluster starts.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { captionedFact } from '#player/captioned-fact';
import { countAt } from '#player/navigation';
import { usePlayer } from '#player/player';
import { useTour } from '../tour/tour-store.ts';
import { useCaption } from './caption-bar.tsx';
import { plainLine } from './plain-line.ts';
import { useStoryT, useTelling } from './telling.ts';

export function LiveRegion(): ReactNode {
  const t = useT();
  const told = usePlayer((state) => state.depth === 'story');
  const plain = useCaption().message.replaceAll('**', '');
  const telling = useTelling();
  const translate = useStoryT();
  const changed = (telling?.changed ?? [])
    .filter(({ sign }) => sign !== ' ')
    .map(
      ({ sign, text }) =>
        `${sign} ${'literal' in text ? text.literal : plainLine(translate(text))}`,
    );
  const line = told && telling !== undefined ? plainLine(translate(telling.line)) : plain;
  const caption =
    told && changed.length > 0
      ? t('live.changed', { caption: line, changed: changed.join(', ') })
      : line;
  const begun = usePlayer((state) => state.step !== undefined);
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const silent = usePlayer((state) => state.playing && state.speed > 1);
  // A tour says its own words.
  const at = usePlayer(captionedFact);
  const toldByTour = useTour(({ captionAt }) => captionAt(at) !== '');
  const words =
    !begun || silent || toldByTour
      ? ''
      : t(told ? 'live.beat' : 'live.step', { step, steps, caption });
  return (
    <output className="sr" aria-live="polite">
      {words}
    </output>
  );
}
