/** How long the talk has taken, of how many minutes, how much is left, and what time it is. */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';

const second = 1000;

export interface Talk {
  /** Minutes planned, as they were typed. */
  readonly planned: string;
  plan(minutes: string): void;
  /** The time of the day, in milliseconds. */
  readonly now: number;
  readonly taken: number;
  /** Milliseconds that are left of the plan, not below 0; `undefined` without a plan. */
  readonly left: number | undefined;
  readonly isHeld: boolean;
  hold(): void;
  reset(): void;
}

/** The clock of the talk. */
export function useTalk(): Talk {
  const [planned, plan] = useState('');
  const [now, setNow] = useState(Date.now);
  const [start, setStart] = useState(now);
  const [held, setHeld] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second / 4);
    return () => clearInterval(timer);
  }, []);
  const hold = (): void => {
    if (held === undefined) setHeld(Date.now());
    else {
      setStart(start + Date.now() - held);
      setHeld(undefined);
    }
  };
  const reset = (): void => {
    setStart(Date.now());
    setNow(Date.now());
    if (held !== undefined) setHeld(Date.now());
  };
  const taken = (held ?? now) - start;
  const whole = Number(planned) * 60 * second;
  const left = whole > 0 ? Math.max(0, whole - taken) : undefined;
  return { planned, plan, now, taken, left, isHeld: held !== undefined, hold, reset };
}

interface ElapsedProps {
  readonly talk: Talk;
  /** Stops that follow the one on the slide. */
  readonly stopsLeft: number;
}

/** With less than this left for each stop the time is called short. */
const shortest = 40 * second;

export function Elapsed({ talk, stopsLeft }: ElapsedProps): ReactNode {
  const t = useT();
  const clock = new Date(talk.now).toLocaleTimeString(document.documentElement.lang || [], {
    hour: '2-digit',
    minute: '2-digit',
  });
  const short = talk.left !== undefined && talk.left < stopsLeft * shortest;
  return (
    <div className="elapsed">
      <span className="qq num">{clock}</span>
      <label className="planned">
        {t('speaker.of')}
        <input
          type="number"
          min={1}
          max={600}
          value={talk.planned}
          aria-label={t('speaker.minutes')}
          placeholder="–"
          onChange={(event) => talk.plan(event.target.value)}
        />
        min
      </label>
      <time className={short ? 'num short' : 'num'} role="timer" aria-label={t('speaker.elapsed')}>
        {spent(talk.taken)}
      </time>
      <button type="button" className="btn" aria-pressed={talk.isHeld} onClick={talk.hold}>
        {t(talk.isHeld ? 'speaker.resume' : 'speaker.hold')}
      </button>
      <button type="button" className="btn" onClick={talk.reset}>
        {t('speaker.reset')}
      </button>
    </div>
  );
}

/** `4:07`, or `1:04:07` after an hour. */
function spent(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / second));
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
