/** When each part of the cluster wrote, as a picture: for a page's head and for a card. */
import type { Figure } from '#scenarios/gallery/figure';
import { figureRows } from '#scenarios/gallery/figure';

/** The colours of the rows from above, by the names of their tokens. */
export const rowTokens = [
  'fam-client',
  'fam-apiserver',
  'fam-controllers',
  'fam-scheduler',
  'fam-kubelet',
  'fam-kubelet',
  'fam-kubelet',
] as const;

export interface FigureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FigureMark {
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly refused: boolean;
}

export const rowAt = ({ y, height }: FigureBox, row: number): number =>
  Math.round(y + (row * height) / (figureRows - 1));

/** Where the marks of a figure lie in a box, in the order of their times. */
export const marksIn = ({ marks }: Figure, box: FigureBox): readonly FigureMark[] =>
  marks.map(([row, at, refused]) => ({
    x: Math.round(box.x + (at * box.width) / 1000),
    y: rowAt(box, row),
    row,
    refused: refused === 1,
  }));

const [width, height] = [720, 132];
const box: FigureBox = { x: 8, y: 8, width: width - 16, height: height - 16 };

/** Colours come from classes, so that the page's style sheet decides. */
export function figureSvg(figure: Figure, label: string): string {
  const marks = marksIn(figure, box);
  const rows = rowTokens.map((_, row) => `M0 ${rowAt(box, row)}H${width}`).join('');
  const path = marks.map(({ x, y }) => `${x} ${y}`).join('L');
  const drawn = marks.map(({ x, y, row, refused }) =>
    refused
      ? `<path class="no" d="M${x - 4} ${y - 4}l8 8m0-8l-8 8"/>`
      : `<circle class="r${row}" cx="${x}" cy="${y}" r="3.5"/>`,
  );
  return [
    `<svg class="figure" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    `<path class="rows" d="${rows}"/>`,
    path === '' ? '' : `<path class="way" d="M${path}"/>`,
    ...drawn,
    '</svg>',
  ].join('');
}
