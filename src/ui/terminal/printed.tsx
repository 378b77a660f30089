/** The output of a program: its columns stay columns, its errors wrap, its warnings stand out. */
import type { ReactNode } from 'react';
import { byPlace } from '../by-place.ts';

export interface PrintedProps {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export function Printed({ stream, text }: PrintedProps): ReactNode {
  if (stream === 'stdout') return <span className={stream}>{text}</span>;
  return byPlace(text.split(/(?<=\n)/)).map(({ item, place }) => (
    <ErrorLine key={place} line={item} />
  ));
}

/** kubectl begins a warning of the API server with this word. */
const mark = 'Warning:';

function ErrorLine({ line }: { readonly line: string }): ReactNode {
  if (!line.startsWith(mark)) return <span className="stderr">{line}</span>;
  return (
    <span className="stderr warning">
      <b>{mark}</b>
      {line.slice(mark.length)}
    </span>
  );
}
