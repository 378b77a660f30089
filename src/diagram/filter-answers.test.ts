import { describe, expect, it } from 'vitest';
import type { NodeScene } from '#player/scene';
import { filterAnswers, unfiltered } from './filter-answers.ts';

const node = (name: string, registered = true): readonly [string, NodeScene] => [
  name,
  {
    ...{ name, registered, podCIDR: '', off: false, cut: false, ready: true },
    ...{ unschedulable: false, taints: [], zone: '' },
    ...{ pods: [], heard: [], images: [], pulling: [], picked: undefined },
  },
];
const verdict = (name: string, plugin = '') => ({
  ...{ node: name, feasible: plugin === '', plugin },
  reasons: [],
});

describe('the filters of the scheduler', () => {
  it('end at the first plugin that refuses a node', () => {
    const answers = filterAnswers(['A', 'B', 'C'], verdict('node-1', 'B'));
    expect(answers.map(({ answer }) => answer)).toEqual(['passed', 'refused', 'notAsked']);
  });

  it('are not asked about registered nodes that PreFilter left out', () => {
    const nodes = new Map([node('node-1'), node('node-2'), node('node-3', false)]);
    expect(unfiltered(nodes, { nodes: [verdict('node-1')] })).toEqual(['node-2']);
  });

  it('leave no node out before they have run', () => {
    expect(unfiltered(new Map([node('node-1')]), undefined)).toEqual([]);
  });
});
