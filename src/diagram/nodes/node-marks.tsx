/** What is to be said of a node in its head: the first of it, and how much more there is. */
import type { ReactNode } from 'react';

export interface Mark {
  readonly words: string;
  readonly className: string;
}

/** The first mark is cut where it must be, the number of the others never; the title has all. */
export function NodeMarks({ marks }: { readonly marks: readonly Mark[] }): ReactNode {
  const [first, ...others] = marks;
  if (first === undefined) return null;
  return (
    <span className="node-marks" title={marks.map(({ words }) => words).join(', ')}>
      <span className={first.className}>{first.words}</span>
      {others.length > 0 && <b className="num">+{others.length}</b>}
    </span>
  );
}
