/**
 * The picture that a link shows elsewhere, 1200 × 630: the run's marks, drawn large, under the mark
 * of Podyssey. It has no words: the title stands beside it wherever it is shown.
 */
import type { Figure } from '#scenarios/gallery/figure';
import { type FigureBox, marksIn, rowAt, rowTokens } from './figure-svg.ts';
import { Canvas, type Rgb } from './png.ts';

export const cardSize = { width: 1200, height: 630 } as const;
const box: FigureBox = { x: 70, y: 190, width: 1060, height: 370 };

/** The colour of a token, without its dashes: `canvas`, `fam-etcd`. */
export type Colours = (token: string) => Rgb;

export function socialCard(figure: Figure, colours: Colours): Buffer {
  const canvas = new Canvas(cardSize.width, cardSize.height, colours('canvas'));
  drawMark(canvas, colours);
  for (const row of rowTokens.keys()) {
    canvas.rect(40, rowAt(box, row), cardSize.width - 80, 1, colours('line-1'));
  }
  const marks = marksIn(figure, box);
  for (const [index, { x, y }] of marks.entries()) {
    const before = marks[index - 1];
    if (before !== undefined) canvas.line(before.x, before.y, x, y, 2, colours('ink-3'), 0.45);
  }
  for (const { x, y, row, refused } of marks) {
    if (refused) {
      canvas.line(x - 9, y - 9, x + 9, y + 9, 4, colours('st-denied'));
      canvas.line(x - 9, y + 9, x + 9, y - 9, 4, colours('st-denied'));
    } else canvas.dot(x, y, 8, colours(rowTokens[row] ?? 'ink-3'));
  }
  return canvas.png();
}

/** A line with a moving dot between two stations. */
function drawMark(canvas: Canvas, colours: Colours): void {
  const y = 96;
  canvas.line(84, y, 236, y, 6, colours('ink-1'));
  for (const x of [84, 236]) {
    canvas.dot(x, y, 15, colours('ink-1'));
    canvas.dot(x, y, 9, colours('canvas'));
  }
  canvas.dot(160, y, 24, colours('now'));
}
