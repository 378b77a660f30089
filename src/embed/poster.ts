/**
 * The still picture of a frame before the click: the lanes of a run, and the lines by which one
 * component sets the next one to work. Its colours are the theme's, so it changes with the theme.
 */

const namespace = 'http://www.w3.org/2000/svg';

/** The lane of the API server, where every line begins. */
const trunk = 64;

/** For each lane: its height, whose colour it has, and where its pieces of work begin and end. */
const lanes: readonly (readonly [string, y: number, ...number[]])[] = [
  ['client', 40, 24, 52],
  ['controllers', 113, 56, 117, 137, 202, 249, 314, 320, 381, 386, 437, 704, 732],
  ['controllers', 138, 117, 206, 228, 335, 347, 408, 413, 451, 612, 664],
  ['scheduler', 162, 214, 246, 268, 409, 472, 514],
  ['kubelet', 187, 586, 656],
  ['kubelet', 211, 592, 653],
  ['kubelet', 236, 519, 561],
];

/** Draws the picture. It is decoration only: the button beside it has the words. */
export function drawPoster(): SVGSVGElement {
  const svg = element('svg', {
    class: 'poster',
    viewBox: '0 0 800 300',
    // Lanes and lines keep their shape in a frame of any shape.
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  }) as SVGSVGElement;
  for (const [family, y, ...ends] of lanes) {
    for (let index = 0; index + 1 < ends.length; index += 2) {
      const [x = 0, to = 0] = ends.slice(index, index + 2);
      const width = to - x;
      svg.append(
        element('path', { class: 'cause', d: `M${x} ${y}V${trunk}` }),
        element('rect', { class: 'asked', x, y: trunk - 2, width, height: 4 }),
        element('rect', { class: family, x, y: y - 3, width, height: 6, rx: 1 }),
      );
    }
  }
  return svg;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
