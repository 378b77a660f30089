import { describe, expect, it } from 'vitest';
import { clipArrow } from './clip-arrow.ts';

describe('an arrow between lanes', () => {
  it('is whole while both lanes are visible', () => {
    const whole = { from: [10, 8], to: [20, 40], cameFrom: undefined, goesOn: undefined };
    expect(clipArrow([10, 8], [20, 40], 96)).toEqual(whole);
  });

  it('ends at the edge, on its own way, when its effect is in a lane further down', () => {
    const shown = clipArrow([0, 94.5 - 47.25], [20, 94.5 + 47.25], 96);
    expect(shown).toMatchObject({ to: [10, 94.5], goesOn: 'down', cameFrom: undefined });
  });

  it('begins at the edge when its cause is in a lane further up', () => {
    const shown = clipArrow([0, -8.5], [20, 11.5], 96);
    expect(shown).toMatchObject({ from: [10, 1.5], cameFrom: 'up', goesOn: undefined });
  });

  it('goes from edge to edge between hidden lanes on both sides', () => {
    expect(clipArrow([0, -8], [20, 200], 96)).toMatchObject({ cameFrom: 'up', goesOn: 'down' });
  });

  it('is not drawn when both lanes are hidden on one side', () => {
    expect(clipArrow([0, -8], [20, -24], 96)).toBeUndefined();
    expect(clipArrow([0, 104], [20, 120], 96)).toBeUndefined();
  });
});
