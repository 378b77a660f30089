/** Small parts of a picture: where it begins, colours as every viewer reads them, attributes. */

import { xml } from '#export/html';

export interface Sheet {
  /** The picture's corner on the screen. */
  readonly left: number;
  readonly top: number;
  /** Whether parts beyond the screen are drawn too. */
  readonly whole: boolean;
  /** A number for the next clip path. */
  nextId(): number;
  /** Measures text and writes colours in a form that every viewer understands. */
  readonly pen: CanvasRenderingContext2D;
}

/** `<name a="1" b="x">content</name>`; attributes that are `undefined` are left out. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${xml(typeof value === 'number' ? short(value) : value)}"`],
  );
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`;
}

/** Two decimals are a hundredth of a pixel. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A colour that can be seen; `undefined` for none. */
export function paintOf({ pen }: Sheet, colour: string): string | undefined {
  if (colour === '' || colour === 'none' || /^rgba\(.*, 0\)$/.test(colour)) return undefined;
  if (colour === 'transparent' || colour.startsWith('url(')) return undefined;
  pen.fillStyle = '#000';
  pen.fillStyle = colour;
  return String(pen.fillStyle);
}

export const pixels = (length: string): number => Number.parseFloat(length) || 0;
