import { describe, expect, it } from 'vitest';
import type { Rect } from './polyline.ts';
import { framePlan, slidePlan } from './slide-layout.ts';
import { wideLayout } from './wide-layout.ts';

const all = wideLayout(['node-1', 'node-2', 'node-3']);
const slide = { width: 1280, height: 504 };
const casts = [
  ['kubectl', 'kube-apiserver'],
  ['kubectl', 'kube-apiserver', 'etcd'],
  ['kube-apiserver', 'kube-controller-manager'],
  ['kube-controller-manager', 'kube-apiserver', 'etcd'],
  ['kube-scheduler', 'kube-apiserver', 'etcd', 'node-1'],
  ['kube-apiserver', 'etcd', 'node-1', 'node-2', 'node-3'],
  ['kube-controller-manager'],
];

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

function expectApart(rects: readonly Rect[], width: number, height: number): void {
  rects.forEach((rect, index) => {
    expect(rect.x).toBeGreaterThanOrEqual(0);
    expect(rect.y).toBeGreaterThanOrEqual(0);
    expect(rect.x + rect.width).toBeLessThanOrEqual(width + 0.001);
    expect(rect.y + rect.height).toBeLessThanOrEqual(height + 0.001);
    for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBe(false);
  });
}

describe('a slide', () => {
  it.each(casts)('draws the cast alone, within the picture and apart: %s', (...rooms) => {
    const { rooms: drawn, width, height } = slidePlan()(rooms, slide, all);
    expect([...drawn.keys()].sort()).toEqual([...rooms].sort());
    expectApart([...drawn.values()], width, height);
  });

  it.each(casts)('is so large that 14 px are more than 16: %s', (...rooms) => {
    const { width, height } = slidePlan()(rooms, slide, all);
    const zoom = Math.min(slide.width / width, slide.height / height);
    expect(14 * zoom).toBeGreaterThan(16);
  });

  it('is the map that everybody knows where many take part', () => {
    const { rooms, width, height } = slidePlan()([...all.rooms.keys()], slide, all);
    expect(rooms.size).toBe(all.rooms.size);
    expect(14 * Math.min(slide.width / width, slide.height / height)).toBeGreaterThan(16);
  });

  it('has no line beside a question until it is answered', () => {
    const rooms = ['kube-scheduler', 'kube-apiserver', 'etcd', 'node-1'];
    const canvas = { width: 712, height: 576 };
    const open = slidePlan({ columns: true, bare: true })(rooms, canvas, all);
    expect([open.requestRoutes.size, open.watchRoutes.size, open.storeRoutes.length]).toEqual([
      0, 0, 0,
    ]);
    expectApart([...open.rooms.values()], open.width, open.height);
    const answered = slidePlan({ columns: true })(rooms, canvas, all);
    expect([...answered.requestRoutes.keys()]).toEqual(['kube-scheduler', 'node-1']);
    expect(answered.storeRoutes).toHaveLength(1);
  });

  it('shows the rooms that a question offers beside those of the step', () => {
    const plan = slidePlan({ columns: true, also: ['etcd'] });
    expect([...plan(['kubectl'], slide, all).rooms.keys()]).toEqual(['kubectl', 'etcd']);
  });
});

describe('a frame', () => {
  it.each([686, 800, 1040])('of %i pixels has every room of the cast whole', (width) => {
    for (const rooms of [...casts, [...all.rooms.keys()]]) {
      const drawn = framePlan(rooms, { width, height: 300 }, all);
      expectApart([...drawn.rooms.values()], width, drawn.height);
    }
  });

  it.each([120, 160, 200, 240])(
    'of a height of %i has them in a picture of that height',
    (height) => {
      for (const rooms of casts) {
        const drawn = framePlan(rooms, { width: 640, height }, all);
        expect(drawn.height).toBeGreaterThanOrEqual(height);
        expectApart([...drawn.rooms.values()], 640, drawn.height);
      }
    },
  );

  it('that is narrow has them in the form of a phone', () => {
    const { kind, rooms } = framePlan(
      ['kubectl', 'kube-apiserver'],
      { width: 480, height: 360 },
      all,
    );
    expect(kind).toBe('compact');
    expect(rooms.size).toBe(2);
  });
});
