import { describe, expect, it } from 'vitest';
import { type Box, frontPlan, line, type Places } from './front-plan.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** As the page stands at 1440 pixels. */
const beside: Places = {
  prompt: box(64, 372, 528, 96),
  server: box(672, 88, 432, 136),
  store: box(1152, 88, 224, 136),
  managers: [box(672, 272, 328, 80), box(1048, 272, 328, 80)],
  nodes: [box(672, 416, 224, 120), box(912, 416, 224, 120), box(1152, 416, 224, 120)],
};

/** On a phone. */
const below: Places = {
  prompt: box(16, 200, 358, 140),
  server: box(16, 400, 218, 72),
  store: box(250, 400, 124, 72),
  managers: [box(16, 504, 171, 72), box(203, 504, 171, 72)],
  nodes: [box(16, 632, 114, 72), box(138, 632, 114, 72), box(260, 632, 114, 72)],
};

describe('the lines of the front door', () => {
  it('lead from the edge of the prompt, where the dot waits, to the door of the API server', () => {
    const { entry, dot } = frontPlan(beside, 6);
    expect(dot).toEqual({ x: 592, y: 420 });
    expect(entry).toBe('M592 420L604 420Q612 420 612 412L612 180Q612 172 620 172L672 172');
  });

  it('put the stations inside of the API server, in order', () => {
    const { stations } = frontPlan(beside, 6);
    expect(stations).toHaveLength(6);
    const places = stations.map(({ x }) => x);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(places.every((x) => x > 672 && x < 1104)).toBe(true);
  });

  it('end at every room that asks or hears', () => {
    const { requests, watches } = frontPlan(beside, 6);
    // The store, two managers, three nodes; the store is not watched by any of them.
    expect(requests).toHaveLength(6);
    expect(watches).toHaveLength(5);
    const ends = watches.map((path) => path.split('L').at(-1)?.split(' ')[1]);
    expect(ends).toEqual(['272', '272', '416', '416', '416']);
  });

  it('lead down from the dot on a phone, where nothing is shown inside of the API server', () => {
    const { entry, dot, stations, trunk, watches } = frontPlan(below, 0);
    expect(dot).toEqual({ x: 56, y: 380 });
    expect(entry).toBe('M56 380L56 400');
    expect({ stations, trunk, watches }).toEqual({ stations: [], trunk: undefined, watches: [] });
  });

  it('stand on their way down from a prompt that lies above a wide map', () => {
    const { entry, dot } = frontPlan({ ...beside, prompt: box(672, -40, 704, 96) }, 6);
    expect(dot).toEqual({ x: 712, y: 56 });
    expect(entry).toBe('M712 56L712 88');
  });
});

describe('a line', () => {
  it('has no corner where it goes straight on', () => {
    expect(line([0, 0], [0, 10], [0, 30])).toBe('M0 0L0 30');
  });

  it('turns in a smaller arc where there is little room', () => {
    expect(line([0, 0], [0, 8], [40, 8])).toBe('M0 0L0 4Q0 8 8 8L40 8');
  });
});
