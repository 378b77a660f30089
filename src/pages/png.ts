/** A small painter of pixels and the PNG format: enough for lines, dots and crosses. */
import { crc32, deflateSync } from 'node:zlib';

export type Rgb = readonly [number, number, number];

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, background: Rgb) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    for (let i = 0; i < this.#pixels.length; i++) this.#pixels[i] = background[i % 3] ?? 0;
  }

  rect(x: number, y: number, width: number, height: number, colour: Rgb): void {
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++) {
      for (let at = Math.max(0, x); at < Math.min(this.width, x + width); at++)
        this.#mix(at, row, colour, 1);
    }
  }

  /** A line with round ends; its edges are softened over one pixel. */
  line(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    thick: number,
    colour: Rgb,
    alpha = 1,
  ): void {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const half = thick / 2;
    const reach = Math.ceil(half + 1);
    const [top, bottom] = [Math.min(y1, y2) - reach, Math.max(y1, y2) + reach];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(this.height - 1, bottom); y++) {
      const [left, right] = [Math.min(x1, x2) - reach, Math.max(x1, x2) + reach];
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(this.width - 1, right); x++) {
        const along = length === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / length;
        const t = Math.min(1, Math.max(0, along));
        const away = Math.hypot(x - x1 - t * dx, y - y1 - t * dy);
        const cover = Math.min(1, Math.max(0, half - away + 0.5));
        if (cover > 0) this.#mix(x, y, colour, cover * alpha);
      }
    }
  }

  dot(x: number, y: number, radius: number, colour: Rgb): void {
    this.line(x, y, x, y, radius * 2, colour);
  }

  #mix(x: number, y: number, colour: Rgb, alpha: number): void {
    const at = (y * this.width + x) * 3;
    for (let i = 0; i < 3; i++) {
      const under = this.#pixels[at + i] ?? 0;
      this.#pixels[at + i] = Math.round(under + ((colour[i] ?? 0) - under) * alpha);
    }
  }

  /** The file: eight bits for each of red, green and blue. */
  png(): Buffer {
    const line = this.width * 3;
    const raw = Buffer.alloc((line + 1) * this.height);
    for (let y = 0; y < this.height; y++) {
      raw.set(this.#pixels.subarray(y * line, (y + 1) * line), y * (line + 1) + 1);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 2, 0, 0, 0], 8);
    const parts = [
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(raw, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ];
    return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
