/** How long the talk has taken, of how many minutes, and what time it is. */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';

const second = 1000;

interface ElapsedProps {
  /** The stop on the slide, of how many. */
  readonly n: number;
  readonly total: number;
}

/** With less than this left for each stop the time is called short. */
const shortest = 40 * second;

export function Elapsed({ n, total }: ElapsedProps): ReactNode {
  const t = useT();
  const [minutes, setMinutes] = useState('');
  const [now, setNow] = useState(Date.now);
  const [start, setStart] = useState(now);
  const [held, setHeld] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second / 4);
    return () => clearInterval(timer);
  }, []);
  const toggle = (): void => {
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
  const clock = new Date(now).toLocaleTimeString(document.documentElement.lang || [], {
    hour: '2-digit',
    minute: '2-digit',
  });
  const taken = (held ?? now) - start;
  const left = Number(minutes) * 60 * second - taken;
  const short = Number(minutes) > 0 && left < (total - n) * shortest;
  return (
    <div className="elapsed">
      <span className="qq num">{clock}</span>
      <label className="planned">
        {t('speaker.of')}
        <input
          type="number"
          min={1}
          max={600}
          value={minutes}
          aria-label={t('speaker.minutes')}
          placeholder="–"
          onChange={(event) => setMinutes(event.target.value)}
        />
        min
      </label>
      <time className={short ? 'num short' : 'num'} role="timer" aria-label={t('speaker.elapsed')}>
        {spent(taken)}
      </time>
      <button type="button" className="btn" aria-pressed={held !== undefined} onClick={toggle}>
        {t(held === undefined ? 'speaker.hold' : 'speaker.resume')}
      </button>
      <button type="button" className="btn" onClick={reset}>
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
