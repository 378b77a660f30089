import { describe, expect, it } from 'vitest';
import { beadPlaces } from './bead-places.ts';

const group = (count: number, name = 60) => ({ count, name });

describe('the places of beads', () => {
  it('are close within a chapter and further apart between chapters', () => {
    const { beads } = beadPlaces([group(3), group(2), group(1)], 600);
    expect((beads[1] ?? 0) - (beads[0] ?? 0)).toBe(36);
    expect((beads[2] ?? 0) - (beads[1] ?? 0)).toBe(36);
    expect((beads[3] ?? 0) - (beads[2] ?? 0)).toBeGreaterThan(36);
  });

  it('fill the row from its start to its end', () => {
    const { beads } = beadPlaces([group(2), group(3, 20)], 600);
    expect([beads[0], beads.at(-1)]).toEqual([11, 589]);
  });

  it('leave room for a name that is longer than its beads', () => {
    const { names } = beadPlaces([group(1, 150), group(1, 60), group(1, 60)], 400);
    expect(Number(names[1]) - Number(names[0])).toBeGreaterThanOrEqual(150);
  });

  it('move together where the row is short', () => {
    const groups = [group(6), group(6), group(6)];
    const { beads } = beadPlaces(groups, 430);
    expect((beads[1] ?? 0) - (beads[0] ?? 0)).toBe(24);
  });

  it('are even where there are too many, and the names without room are left out', () => {
    const groups = Array.from({ length: 40 }, () => group(3));
    const { beads, names } = beadPlaces(groups, 1000);
    const gaps = beads.slice(1).map((x, index) => x - (beads[index] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(0.001);
    const shown = names.filter((left) => left !== undefined);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.length).toBeLessThan(40);
    for (const [index, left] of shown.slice(1).entries()) {
      expect(left - (shown[index] ?? 0)).toBeGreaterThan(60);
    }
  });

  it('are none where there is no story', () => {
    expect(beadPlaces([], 500).beads).toEqual([]);
  });
});
