/** The marks of a node in its head: the first one, and how many more there are. */
import type { ReactNode } from 'react';

export interface Mark {
  readonly words: string;
  readonly className: string;
}

interface NodeMarksProps {
  readonly marks: readonly Mark[];
  /** How many marks stand side by side. */
  readonly most: number;
}

/** Long marks are cut, but never the number of those left out; the title has all of them. */
export function NodeMarks({ marks, most }: NodeMarksProps): ReactNode {
  const shown = marks.length <= most ? marks : marks.slice(0, 1);
  const others = marks.length - shown.length;
  return (
    <span className="node-marks" title={marks.map(({ words }) => words).join(', ')}>
      {shown.map(({ words, className }) => (
        <span key={words} className={className}>
          {words}
        </span>
      ))}
      {others > 0 && <b className="num">+{others}</b>}
    </span>
  );
}
