/**
 * Orthogonal lines with round corners: the same points give the drawn path and the places on it.
 * Lengths and coordinates are pixels of the canvas at zoom 1.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line as densely sampled points; corners are small arcs. */
export interface Polyline {
  readonly points: readonly Point[];
  /** Length from the start to each point. */
  readonly lengths: readonly number[];
  readonly length: number;
}

const cornerRadius = 8;
const cornerSamples = [0.2, 0.4, 0.6, 0.8, 1] as const;

/** A line through the given corners, each of them rounded. */
export function polyline(corners: readonly (readonly [number, number])[]): Polyline {
  const points: Point[] = [];
  corners.forEach(([x, y], index) => {
    const before = corners[index - 1];
    const after = corners[index + 1];
    if (before === undefined || after === undefined) points.push({ x, y });
    else points.push(...corner(before, [x, y], after));
  });
  return measured(points);
}

/** A line from a flat list of coordinates: x, y, x, y, … */
export function through(...coordinates: readonly number[]): Polyline {
  const corners: [number, number][] = [];
  for (let index = 0; index + 1 < coordinates.length; index += 2) {
    corners.push([coordinates[index] ?? 0, coordinates[index + 1] ?? 0]);
  }
  return polyline(corners);
}

/** Several lines, one after the other. */
export function joined(...lines: readonly Polyline[]): Polyline {
  return measured(lines.flatMap((line) => line.points));
}

function measured(points: readonly Point[]): Polyline {
  const lengths: number[] = [];
  let length = 0;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before !== undefined) length += Math.hypot(point.x - before.x, point.y - before.y);
    lengths.push(length);
  });
  return { points, lengths, length };
}

type Corner = readonly [number, number];

function corner(before: Corner, at: Corner, after: Corner): Point[] {
  const radius = Math.min(cornerRadius, distance(before, at) / 2, distance(at, after) / 2);
  const start = towards(at, before, radius);
  const end = towards(at, after, radius);
  const curve = cornerSamples.map((t) => ({
    x: (1 - t) ** 2 * start.x + 2 * t * (1 - t) * at[0] + t ** 2 * end.x,
    y: (1 - t) ** 2 * start.y + 2 * t * (1 - t) * at[1] + t ** 2 * end.y,
  }));
  return [start, ...curve];
}

const distance = (a: Corner, b: Corner): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function towards(from: Corner, to: Corner, by: number): Point {
  const length = distance(from, to) || 1;
  const share = by / length;
  return { x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share };
}

/** The point at a length from the start; beyond the ends it stays at the ends. */
export function pointAt(line: Polyline, length: number): Point {
  const { points, lengths } = line;
  const index = lengths.findIndex((reached) => reached >= length);
  const to = points[index < 0 ? points.length - 1 : index] ?? { x: 0, y: 0 };
  const from = points[index - 1];
  if (index <= 0 || from === undefined) return to;
  const start = lengths[index - 1] ?? 0;
  const share = (length - start) / Math.max(1e-6, (lengths[index] ?? 0) - start);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The SVG path of the line, or of its part between two lengths. */
export function pathOf(line: Polyline, from = 0, to: number = line.length): string {
  const inside = line.points.filter((_, index) => {
    const length = line.lengths[index] ?? 0;
    return length > from && length < to;
  });
  return [pointAt(line, from), ...inside, pointAt(line, to)]
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
