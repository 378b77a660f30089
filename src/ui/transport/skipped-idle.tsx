/** The idle time between the step before and this one, shown if it is long. */
import type { ReactNode } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';

/** Microseconds; the limit at which the lanes of the whole run fold idle time. */
const shortest = 200_000;

export function SkippedIdle(): ReactNode {
  const t = useT();
  const idle = usePlayer(({ step, steps }) =>
    step === undefined ? 0 : step.at - (steps[step.index - 1]?.at ?? step.at),
  );
  if (idle < shortest) return null;
  const time = durationWords(idle);
  return (
    <span className="skipped num" title={t('time.skipped', { time })}>
      {t('timeline.idle', { time })}
    </span>
  );
}
