/** How long the talk has lasted, and the time of day. */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';

const second = 1000;

export function Elapsed(): ReactNode {
  const t = useT();
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
  return (
    <div className="elapsed">
      <span className="qq num">{clock}</span>
      <time className="num" role="timer" aria-label={t('speaker.elapsed')}>
        {spent((held ?? now) - start)}
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
