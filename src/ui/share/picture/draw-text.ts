/** The words of an element, one piece for each line that the browser broke them into. */

import { xml } from '#export/html';
import { paintOf, pixels, type Sheet, tag } from './paint.ts';

export function drawText(
  sheet: Sheet,
  node: Text,
  style: CSSStyleDeclaration,
  scale: number,
): string {
  const fill = paintOf(sheet, style.color);
  if (fill === undefined || node.data.trim() === '') return '';
  return linesOf(node)
    .map(({ text, rect }) => drawLine(sheet, text, rect, style, scale, fill))
    .join('');
}

interface Line {
  readonly text: string;
  readonly rect: DOMRect;
}

function linesOf(node: Text): readonly Line[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()];
  if (rects.length === 1 && rects[0] !== undefined) return [{ text: node.data, rect: rects[0] }];
  const lines: { text: string; rect: DOMRect }[] = [];
  for (const { index, 0: word } of node.data.matchAll(/\s*\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const rect = [...range.getClientRects()].at(-1);
    if (rect === undefined) continue;
    const last = lines.at(-1);
    if (last === undefined || rect.top > last.rect.top + last.rect.height / 2) {
      lines.push({ text: word.trimStart(), rect });
      continue;
    }
    const { left, top, height } = last.rect;
    last.text += word;
    last.rect = new DOMRect(left, top, rect.right - left, height);
  }
  return lines;
}

function drawLine(
  sheet: Sheet,
  text: string,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  scale: number,
  fill: string,
): string {
  const size = pixels(style.fontSize) * scale;
  const { pen } = sheet;
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText('x');
  const share = up + down === 0 ? 0.8 : up / (up + down);
  const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
  const line = shown.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return tag(
    'text',
    {
      x: rect.left - sheet.left,
      y: rect.top - sheet.top + rect.height * share,
      'font-family': style.fontFamily,
      'font-size': size,
      'font-weight': style.fontWeight === '400' ? undefined : style.fontWeight,
      'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
      fill,
      // Another machine's font is as wide as this one's.
      textLength: rect.width,
      lengthAdjust: 'spacingAndGlyphs',
    },
    xml(line),
  );
}
