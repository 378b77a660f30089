/** Makes elements by hand: the front door stands before the library that the rest is drawn with. */

type Attributes = Readonly<Record<string, string | number>>;
type Child = Node | string;

const namespace = 'http://www.w3.org/2000/svg';

export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS(namespace, name), attributes, children);
}

function filled<Made extends Element>(
  made: Made,
  attributes: Attributes,
  children: readonly Child[],
): Made {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** A drawing on a grid of 16, which is decoration: words stand beside it. */
export const sign = (path: string, kind = ''): SVGSVGElement =>
  svg(
    'svg',
    { class: `i ${kind}`.trim(), viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { d: path }),
  );

/** The mark of the page, as `ui/icons.tsx` draws it. */
export function markSign(): SVGSVGElement {
  const ring = { cy: 6, r: 2.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 2 };
  return svg(
    'svg',
    { width: 26, height: 12, viewBox: '0 0 26 12', 'aria-hidden': 'true' },
    svg('path', { d: 'M5 6h16', stroke: 'currentColor', 'stroke-width': 2 }),
    svg('circle', { cx: 4, ...ring }),
    svg('circle', { cx: 22, ...ring }),
    svg('circle', { cx: 13, cy: 6, r: 4, class: 'now' }),
  );
}
