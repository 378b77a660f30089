import { describe, expect, it } from 'vitest';
import { scenarioClusters } from './clusters.ts';
import { scenarios } from './index.ts';

describe('a scenario', () => {
  it.each(Object.values(scenarios))('names the nodes of its cluster: $id', ({ id, nodes }) => {
    expect(scenarioClusters[id].nodes.map(({ name }) => name)).toEqual(nodes);
  });
});
