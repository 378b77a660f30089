/** The map at the cursor as a picture: an SVG that needs nothing beside it, and a PNG of that. */
import { drawElement } from './draw-element.ts';
import { paintOf, short, tag } from './paint.ts';

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the map as it stands now, with the parts beyond the edges of the screen, unless they are
 * far larger; `undefined` if there is no map.
 */
export function takePicture(title: string, about: string): Picture | undefined {
  const root = document.querySelector('.diagram');
  const pen = document.createElement('canvas').getContext('2d');
  if (root === null || pen === null) return undefined;
  const { whole, left, top, width, height } = frameOf(root);
  let id = 0;
  const sheet = { left, top, pen, whole, nextId: () => ++id };
  const back = tag('rect', { width, height, fill: paintOf(sheet, backgroundOf(root)) ?? '#fff' });
  const size = { width: short(width), height: short(height) };
  const svg = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
    },
    tag('title', {}, textOnly(title)) +
      tag('desc', {}, textOnly(about)) +
      back +
      drawElement(sheet, root),
  );
  return { svg: `${svg}\n`, width, height };
}

/** Twice as large, for screens and slides. */
const density = 2;

/** Rejects when the browser cannot draw it. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no picture.'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** How many times larger than the map on the screen a whole map may be. */
const largest = 4;
const margin = 12;

interface Frame {
  readonly whole: boolean;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Around the map's window and all rooms; around the window alone when somebody has zoomed in. */
function frameOf(root: Element): Frame {
  const own = root.getBoundingClientRect();
  let { left, top, right, bottom } = own;
  for (const node of root.querySelectorAll('.react-flow__node')) {
    const rect = node.getBoundingClientRect();
    if (rect.width === 0) continue;
    left = Math.min(left, rect.left - margin);
    right = Math.max(right, rect.right + margin);
    bottom = Math.max(bottom, rect.bottom + margin);
    top = Math.min(top, rect.top - margin);
  }
  const [width, height] = [right - left, bottom - top];
  // The parts above would be drawn over the bar.
  const whole = top === own.top && width * height <= largest * own.width * own.height;
  if (whole) return { whole, left, top, width, height };
  return { whole, left: own.left, top: own.top, width: own.width, height: own.height };
}

/** The first colour behind an element. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return '';
}

const textOnly = (text: string): string =>
  text.replaceAll('**', '').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
