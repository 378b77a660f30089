/** The shapes of an SVG element of the page, each with its own place and computed paint. */
import { paintOf, pixels, type Sheet, short, tag } from './paint.ts';

const geometry: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
  text: ['x', 'y', 'dx', 'dy'],
};

export function drawShapes(sheet: Sheet, root: SVGSVGElement): string {
  return shapesIn(sheet, root, 1);
}

function shapesIn(sheet: Sheet, parent: Element, opacity: number): string {
  return [...parent.children].map((child) => drawShape(sheet, child, opacity)).join('');
}

function drawShape(sheet: Sheet, element: Element, above: number): string {
  if (!(element instanceof SVGElement) || element.tagName === 'defs') return '';
  const style = getComputedStyle(element);
  const opacity = above * Number(style.opacity);
  if (style.display === 'none' || opacity === 0) return '';
  const names = geometry[element.tagName];
  if (names === undefined) return shapesIn(sheet, element, opacity);
  if (style.visibility !== 'visible' || !(element instanceof SVGGraphicsElement)) return '';
  const matrix = element.getScreenCTM();
  if (matrix === null) return '';
  const { a, b, c, d, e, f } = matrix;
  const place = [a, b, c, d]
    .map((part) => part.toFixed(4))
    .concat([short(e - sheet.left), short(f - sheet.top)]);
  const own = names.map((name) => [name, element.getAttribute(name) ?? undefined] as const);
  const isText = element.tagName === 'text';
  return tag(
    element.tagName,
    {
      ...Object.fromEntries(own),
      transform: `matrix(${place.join(' ')})`,
      ...strokeOf(sheet, style),
      fill: paintOf(sheet, style.fill) ?? 'none',
      'fill-opacity': style.fillOpacity === '1' ? undefined : style.fillOpacity,
      opacity: opacity === 1 ? undefined : opacity,
      ...(isText ? fontOf(style) : {}),
    },
    isText ? textOf(element) : '',
  );
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function strokeOf(sheet: Sheet, style: CSSStyleDeclaration): Attributes {
  const stroke = paintOf(sheet, style.stroke);
  if (stroke === undefined || pixels(style.strokeWidth) === 0) return {};
  const dashes = style.strokeDasharray;
  return {
    stroke,
    'stroke-width': pixels(style.strokeWidth),
    'stroke-opacity': style.strokeOpacity === '1' ? undefined : style.strokeOpacity,
    'stroke-dasharray': dashes === 'none' ? undefined : dashes.replaceAll('px', ''),
    'stroke-linecap': style.strokeLinecap,
    'stroke-linejoin': style.strokeLinejoin,
    'vector-effect': style.getPropertyValue('vector-effect') || undefined,
  };
}

function fontOf(style: CSSStyleDeclaration): Attributes {
  return {
    'font-family': style.fontFamily,
    'font-size': pixels(style.fontSize),
    'font-weight': style.fontWeight,
    'text-anchor': style.textAnchor,
    'dominant-baseline': style.dominantBaseline,
  };
}

const textOf = (element: Element): string =>
  (element.textContent ?? '').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
