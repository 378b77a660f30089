/**
 * An element of the page as shapes: its box, its words line by line, and its contents. The layout
 * is read from the browser, so the picture shows what is on the screen.
 */
import { drawShapes } from './draw-shapes.ts';
import { drawText } from './draw-text.ts';
import { paintOf, pixels, type Sheet, tag } from './paint.ts';

/** Draws an element and all that it holds. */
export function drawElement(sheet: Sheet, element: Element): string {
  const style = getComputedStyle(element);
  const opacity = Number(style.opacity);
  if (style.display === 'none' || opacity === 0 || element.matches(leftOut)) return '';
  if (element instanceof SVGSVGElement) return faded(drawShapes(sheet, element), opacity);
  if (!(element instanceof HTMLElement)) return '';
  const rect = element.getBoundingClientRect();
  const scale = element.offsetWidth === 0 ? 1 : rect.width / element.offsetWidth;
  const seen = style.visibility === 'visible';
  const box = seen ? drawBox(sheet, rect, style, scale) : '';
  const before = seen ? drawPseudo(sheet, element, '::before', rect, scale) : '';
  const after = seen ? drawPseudo(sheet, element, '::after', rect, scale) : '';
  const children = inOrder(element).map((child) =>
    child instanceof Element
      ? drawElement(sheet, child)
      : seen && child instanceof Text
        ? drawText(sheet, child, style, scale)
        : '',
  );
  const inner = before + children.join('') + after;
  const open = style.overflow === 'visible' || (sheet.whole && element.matches(frames));
  return faded(box + (open ? inner : clipped(sheet, rect, inner)), opacity);
}

/** Elements that are there to be pressed or to be read aloud, not to be seen. */
const leftOut =
  '.visually-hidden, .react-flow__panel, .react-flow__handle, .attribution, ' +
  '.place-bar :is(.tools, select, .elsewhere)';

/** The frames of the map: parts beyond the screen belong to the picture too. */
const frames = '.diagram, .diagram-canvas, .react-flow, [class*="react-flow__"]';

const faded = (content: string, opacity: number): string =>
  opacity === 1 || content === '' ? content : tag('g', { opacity }, content);

function clipped(sheet: Sheet, rect: DOMRect, content: string): string {
  if (content === '') return '';
  const id = `clip-${sheet.nextId()}`;
  const shape = tag('rect', { ...boxOf(sheet, rect) });
  const path = tag('clipPath', { id }, shape);
  return path + tag('g', { 'clip-path': `url(#${id})` }, content);
}

/** Children in drawing order: those stacked lower come first. */
function inOrder(element: Element): readonly Node[] {
  const layer = (node: Node): number =>
    node instanceof Element ? Number.parseInt(getComputedStyle(node).zIndex, 10) || 0 : 0;
  return [...element.childNodes]
    .map((node) => ({ node, layer: layer(node) }))
    .sort((a, b) => a.layer - b.layer)
    .map(({ node }) => node);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = (sheet: Sheet, { left, top, width, height }: DOMRect): Box => ({
  x: left - sheet.left,
  y: top - sheet.top,
  width,
  height,
});

function drawBox(
  sheet: Sheet,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  scale: number,
  transform?: string,
): string {
  const fill = paintOf(sheet, style.backgroundColor);
  const box = boxOf(sheet, rect);
  const round = pixels(style.borderTopLeftRadius);
  const half = Math.min(box.width, box.height) / 2;
  const percent = style.borderTopLeftRadius.endsWith('%');
  const rx = percent ? (half * 2 * round) / 100 : Math.min(round * scale, half);
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : pixels(style[`border${side}Width`]) * scale,
    paint: paintOf(sheet, style[`border${side}Color`]),
    style: style[`border${side}Style`],
  }));
  const [top] = sides;
  const even = sides.every(({ width, paint }) => width === top?.width && paint === top?.paint);
  if (even) {
    const stroke = top !== undefined && top.width > 0 ? top.paint : undefined;
    if (fill === undefined && stroke === undefined) return '';
    const width = stroke === undefined ? 0 : (top?.width ?? 0);
    return tag('rect', {
      ...inset(box, width / 2),
      rx: rx > 0 ? Math.max(0, rx - width / 2) : undefined,
      fill: fill ?? 'none',
      stroke,
      'stroke-width': stroke === undefined ? undefined : width,
      'stroke-dasharray': dashesOf(top?.style, width),
      transform,
    });
  }
  const { x, y, width, height } = box;
  const ends = [
    [x, y, x + width, y],
    [x + width, y, x + width, y + height],
    [x, y + height, x + width, y + height],
    [x, y, x, y + height],
  ] as const;
  const lines = sides.map((side, index) => {
    const [x1, y1, x2, y2] = ends[index] ?? [0, 0, 0, 0];
    if (side.width === 0 || side.paint === undefined) return '';
    return tag('line', { x1, y1, x2, y2, stroke: side.paint, 'stroke-width': side.width });
  });
  const back = fill === undefined ? '' : tag('rect', { ...box, rx: rx || undefined, fill });
  return back + lines.join('');
}

function dashesOf(style: string | undefined, width: number): string | undefined {
  if (style === 'dashed') return `${width * 3} ${width * 2}`;
  return style === 'dotted' ? `${width} ${width * 2}` : undefined;
}

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

/** Dots and diamonds that only the style sheet draws, if they have a place and a size. */
function drawPseudo(
  sheet: Sheet,
  element: Element,
  which: '::before' | '::after',
  around: DOMRect,
  scale: number,
): string {
  const style = getComputedStyle(element, which);
  if (style.content === 'none' || style.content === 'normal') return '';
  if (style.position !== 'absolute' || style.display === 'none') return '';
  const [left, top] = [pixels(style.left), pixels(style.top)];
  const sides = (a: string, b: string): number =>
    style.boxSizing === 'border-box' ? 0 : pixels(a) + pixels(b);
  const width = pixels(style.width) + sides(style.borderLeftWidth, style.borderRightWidth);
  const height = pixels(style.height) + sides(style.borderTopWidth, style.borderBottomWidth);
  if (width === 0 || height === 0) return '';
  const own = getComputedStyle(element);
  const rect = new DOMRect(
    around.left + (left + pixels(own.borderLeftWidth)) * scale,
    around.top + (top + pixels(own.borderTopWidth)) * scale,
    width * scale,
    height * scale,
  );
  return faded(
    drawBox(sheet, rect, style, scale, turned(sheet, rect, style)),
    Number(style.opacity),
  );
}

/** The element's own transform, about its middle, as it stands on the sheet. */
function turned(sheet: Sheet, rect: DOMRect, style: CSSStyleDeclaration): string | undefined {
  const parts = /^matrix\(([^)]+)\)$/.exec(style.transform)?.[1];
  if (parts === undefined) return undefined;
  const x = rect.left - sheet.left + rect.width / 2;
  const y = rect.top - sheet.top + rect.height / 2;
  return `translate(${x} ${y}) matrix(${parts.replaceAll(',', '')}) translate(${-x} ${-y})`;
}
