/** A state as sign and word; the colour only repeats them. */
import type { ReactNode } from 'react';

export type Tone = 'ok' | 'fail' | 'progress' | 'pending' | 'warn';

const paths: Readonly<Record<Tone, string>> = {
  ok: 'M3 8.500l3.250 3L13 4.500',
  fail: 'M4 4l8 8M12 4l-8 8',
  progress: 'M3 8h9.500M9 4.500L12.500 8 9 11.500',
  pending: 'M4 8h8',
  warn: 'M8 3v6M8 11.500v.5',
};

export function StateSign({
  tone,
  words,
}: {
  readonly tone: Tone;
  readonly words: string;
}): ReactNode {
  return (
    <span className={`state-sign ${tone}`}>
      <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
        <path d={paths[tone]} />
      </svg>
      {words}
    </span>
  );
}
