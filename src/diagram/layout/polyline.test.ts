import { describe, expect, it } from 'vitest';
import { mediumLayout } from './medium-layout.ts';
import { joined, pathOf, pointAt, polyline } from './polyline.ts';
import { wideLayout } from './wide-layout.ts';

describe('a line', () => {
  const line = polyline([
    [0, 0],
    [100, 0],
    [100, 50],
  ]);

  it('stays at its ends for lengths beyond them', () => {
    expect(pointAt(line, -5)).toEqual({ x: 0, y: 0 });
    expect(pointAt(line, 9999)).toEqual({ x: 100, y: 50 });
  });

  it('has rounded corners, so it is a little shorter than its edges', () => {
    expect(line.length).toBeGreaterThan(140);
    expect(line.length).toBeLessThan(150);
    expect(pathOf(line)).toMatch(/^M0 0L92 0L/);
  });

  it('continues where another one ends', () => {
    const whole = joined(
      line,
      polyline([
        [100, 50],
        [100, 80],
      ]),
    );
    expect(whole.length).toBeCloseTo(line.length + 30);
  });
});

describe.each([
  ['wide', wideLayout, { x: 238, y: 82 }],
  ['medium', mediumLayout, { x: 188, y: 66 }],
] as const)('the %s layout', (_, layoutOf, door) => {
  it('puts rooms where they never cover each other, for one node and for ten', () => {
    for (const count of [1, 3, 4, 10]) {
      const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
      const rooms = [...layoutOf(names).rooms.values()];
      const overlaps = rooms.flatMap((a, i) =>
        rooms
          .slice(i + 1)
          .filter(
            (b) =>
              a.x < b.x + b.width &&
              b.x < a.x + a.width &&
              a.y < b.y + b.height &&
              b.y < a.y + a.height,
          ),
      );
      expect(overlaps).toEqual([]);
    }
  });

  it('leads every client to the door of the API server', () => {
    const layout = layoutOf(['node-1', 'node-2', 'node-3']);
    for (const route of layout.requestRoutes.values()) {
      expect(route.points.at(-1)).toEqual(door);
    }
  });
});
