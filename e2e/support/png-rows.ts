/** How much there is to see in a PNG. */
import { inflateSync } from 'node:zlib';

/** Samples of a pixel by a PNG's colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** How many of its rows differ: a blank picture has one, or a few as they are packed. */
export function differentRows(png: Buffer): number {
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
    data.push(png.subarray(at + 8, at + 8 + length));
  }
  const pixels = inflateSync(Buffer.concat(data));
  const width = png.readUInt32BE(16);
  const row = 1 + Math.ceil((width * (samples[png[25] ?? 6] ?? 4) * (png[24] ?? 8)) / 8);
  const rows = new Set<string>();
  for (let at = 0; at < pixels.length; at += row) {
    rows.add(pixels.toString('latin1', at, at + row));
  }
  return rows.size;
}
