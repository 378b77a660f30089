/**
 * Play and pause, as a ring that shows how much of the hold is left, with the seconds beside it.
 * All of it is a function of the player's state.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { isHeld, type Player } from '#player/player-state';
import { Icon } from '../icons.tsx';
import { useAsks } from '../tour/tour-store.ts';

const radius = 20;
const around = 2 * Math.PI * radius;

/** How much of the hold is left, from 0 to 1; nothing without a hold. */
function shareLeft({ depth, hold, holdLeft }: Player): number {
  if (depth !== 'story' || hold === undefined || hold === 0) return 0;
  return Math.min(1, holdLeft / hold);
}

export function PlayRing(): ReactNode {
  const t = useT();
  const goesOn = usePlayer(
    (state) => state.live !== undefined || (state.playing && !isHeld(state)),
  );
  const begun = usePlayer((state) => state.steps.length > 0);
  const asks = useAsks() !== undefined;
  const left = usePlayer(shareLeft);
  const words = t(goesOn ? 'transport.pause' : 'transport.play');
  return (
    <button
      type="button"
      className={goesOn ? 'play ring' : 'play ring still'}
      aria-disabled={!begun}
      aria-keyshortcuts="Space"
      aria-label={words}
      title={words}
      onClick={() => player.getState().togglePlay()}
    >
      <svg className="ring-arc" viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r={radius} />
        {left > 0 && !asks && (
          <circle
            className="left"
            cx="22"
            cy="22"
            r={radius}
            strokeDasharray={`${(left * around).toFixed(1)} ${around.toFixed(1)}`}
          />
        )}
      </svg>
      <Icon name={goesOn ? 'pause' : 'play'} />
    </button>
  );
}

/** Whole seconds that are left; `undefined` if no hold runs. */
const secondsLeft = (state: Player): number | undefined =>
  shareLeft(state) === 0 || isHeld(state) ? undefined : Math.ceil(state.holdLeft / 1000);

const decides = ({ beats, cursor }: Player): boolean =>
  beats.some(({ fact, kind }) => fact === cursor && kind === 'decide');

/** “Next in 5 s”, or that the words are held. It changes each second, so screen readers skip it. */
export function HoldWords(): ReactNode {
  const t = useT();
  const seconds = usePlayer(secondsLeft);
  const held = usePlayer((state) => shareLeft(state) > 0 && isHeld(state));
  const longer = usePlayer(decides);
  const asks = useAsks() !== undefined;
  if (asks || (seconds === undefined && !held)) return null;
  return (
    <div className="hold-words num" aria-hidden="true">
      <b>{seconds === undefined ? t('transport.held') : t('transport.nextIn', { n: seconds })}</b>
      <small>
        {longer && !held ? (
          t('transport.decision')
        ) : (
          <>
            <kbd>Space</kbd> {t(held ? 'transport.goesOn' : 'transport.holdsIt')}
          </>
        )}
      </small>
    </div>
  );
}
