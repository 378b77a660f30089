/** Whether time passes by itself: the cursor at the head of the run, and what is typed runs now. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { mostLiveFacts } from '#player/live';
import { player, usePlayer } from '#player/player';
import { useTour } from '../tour/tour-store.ts';

export function LiveButton(): ReactNode {
  const t = useT();
  const live = usePlayer((state) => state.live !== undefined);
  const full = usePlayer((state) => state.factCount >= mostLiveFacts);
  // A tour stands where its words are.
  const tour = useTour((state) => state.tour !== undefined);
  if (tour) return null;
  const { goLive, leaveLive } = player.getState();
  return (
    <button
      type="button"
      className="btn ghost live"
      aria-label={t('transport.live')}
      aria-pressed={live}
      aria-disabled={full}
      title={t(full ? 'transport.live.full' : 'transport.live.what')}
      onClick={live ? leaveLive : goLive}
    >
      <i aria-hidden="true" />
      <span className="breaks-words">{t('transport.live')}</span>
    </button>
  );
}
