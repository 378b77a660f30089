/** What is to be said of a node in its head: the first of it, and how much more there is. */
import type { ReactNode } from 'react';

export interface Mark {
  readonly words: string;
  readonly className: string;
}

interface NodeMarksProps {
  readonly marks: readonly Mark[];
  /** How many stand beside each other. */
  readonly most: number;
}

/** Marks are cut where they must be, the number of those left out never; the title has all. */
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
