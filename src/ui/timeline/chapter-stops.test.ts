import { describe, expect, it } from 'vitest';
import { chapterStops } from './chapter-stops.ts';

const chapters = [
  { id: 'command', index: 0, fact: 10 },
  { id: 'api-server', index: 1, fact: 20 },
  { id: 'etcd', index: 2, fact: 30 },
] as const;

const counts = (stops: readonly number[]) =>
  chapterStops(chapters, stops).map(({ id, first, count }) => [id, first, count]);

describe('the stops of a chapter', () => {
  it('are those from its beginning to the beginning of the next one', () => {
    expect(counts([10, 15, 20, 30, 35])).toEqual([
      ['command', 0, 2],
      ['api-server', 2, 1],
      ['etcd', 3, 2],
    ]);
  });

  it('make it a chapter of the row: one without a stop has no name there', () => {
    expect(counts([12, 31])).toEqual([
      ['command', 0, 1],
      ['etcd', 1, 1],
    ]);
    expect(counts([12])).toEqual([['command', 0, 1]]);
  });

  it('include those before the first chapter', () => {
    expect(counts([5, 12])).toEqual([['command', 0, 2]]);
  });
});
