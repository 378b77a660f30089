/** The output of a program: its columns stay columns, its errors wrap, its warnings stand out. */
import type { ReactNode } from 'react';

export interface PrintedProps {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export function Printed({ stream, text }: PrintedProps): ReactNode {
  if (stream === 'stdout') return <span className={stream}>{text}</span>;
  return linesOf(text).map(({ line, place }) => <ErrorLine key={place} line={line} />);
}

// Only their place identifies lines.
const linesOf = (text: string): readonly { readonly line: string; readonly place: number }[] =>
  text.split(/(?<=\n)/).map((line, place) => ({ line, place }));

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
