/** The measures of the axis of revisions, in pixels. */
import type { Axis } from './axis-model.ts';

/** Of a row, of a revision, between past and future, of the head, at the right end. */
export const unit = { row: 28, pitch: 40, gap: 26, head: 38, end: 26 } as const;
/** Columns of revisions at most. */
export const mostColumns = 16;

/** The room of the names: in a narrow canvas they are cut at their beginnings. */
export const namesWidth = (width: number): number => (width < 960 ? 264 : 344);

/** The middle of a column; what lies ahead stands a little apart. */
export const xOf = (axis: Pick<Axis, 'past'>, column: number, left: number): number =>
  left + 22 + column * unit.pitch + (column >= axis.past ? unit.gap : 0);
