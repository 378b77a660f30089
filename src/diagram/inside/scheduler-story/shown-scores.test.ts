import { describe, expect, it } from 'vitest';
import type { SchedulingScene } from '#player/scene';
import {
  filtersOf,
  highestOf,
  ofThisRun,
  pointsOf,
  scorersOf,
  shownNodes,
  silentScorers,
  weightOf,
} from './shown-scores.ts';

const nodes = ['node-1', 'node-2', 'node-3', 'node-4'];
const given = (plugin: string, weighted: number) => ({
  plugin,
  raw: 0,
  normalized: 0,
  weight: 1,
  weighted,
});
const attempt = {
  pod: 'default/web',
  attempts: 1,
  point: 'Score',
  filtered: {
    plugins: ['NodeName'],
    nodes: nodes.map((node) => ({ node, feasible: true, plugin: '', reasons: [] })),
  },
  scored: {
    nodes: nodes.map((node, index) => ({
      node,
      plugins: [
        given('TaintToleration', 300),
        given('ImageLocality', 0),
        given('PodTopologySpread', 50 * index),
      ],
      total: 300 + 50 * index,
    })),
  },
  selected: { node: 'node-1' },
} as unknown as SchedulingScene;

it('shows the Pods of this run, and those that were there before only as long as it has none', () => {
  const at = (pod: string, moment: number) =>
    ({ pod, filtered: { at: moment } }) as unknown as SchedulingScene;
  const [dns, proxy, web] = [at('kube-system/dns', 10), at('kube-system/proxy', 20), at('web', 30)];
  const waiting = { pod: 'next' } as unknown as SchedulingScene;
  expect(ofThisRun([dns, proxy, web, waiting], 25)).toEqual([web, waiting]);
  expect(ofThisRun([dns, proxy], 25)).toEqual([proxy]);
});

describe('the table of an attempt', () => {
  it('leaves out nodes that there is no room for, but never the chosen one', () => {
    expect(shownNodes(attempt)).toEqual(['node-1', 'node-3', 'node-4']);
  });

  it('names the plugins that gave points, first the one whose points differ most', () => {
    expect(scorersOf([attempt])).toEqual(['PodTopologySpread', 'TaintToleration']);
    expect(pointsOf(attempt, 'node-3', 'PodTopologySpread')).toBe(100);
  });

  it('has the last plugin of the scheduler’s list first while no points differ', () => {
    const plugins = [given('TaintToleration', 300), given('PodTopologySpread', 200)];
    const scored = { nodes: nodes.map((node) => ({ node, plugins, total: 500 })) };
    const even = { ...attempt, scored } as unknown as SchedulingScene;
    expect(scorersOf([even])).toEqual(['PodTopologySpread', 'TaintToleration']);
  });

  it('says how much points count, which plugins gave none, and what the best sum is', () => {
    expect(weightOf([attempt], 'TaintToleration')).toBe(1);
    expect(silentScorers([attempt], scorersOf([attempt]))).toBe(1);
    expect(highestOf(attempt)).toBe(450);
    expect(highestOf({ ...attempt, scored: undefined } as unknown as SchedulingScene)).toBe(0);
  });

  it('keeps one order of rows for all Pods', () => {
    const filtered = { ...attempt.filtered, plugins: ['NodeName', 'TaintToleration'] };
    const other = { ...attempt, filtered } as SchedulingScene;
    expect(filtersOf([attempt, other])).toEqual(['NodeName', 'TaintToleration']);
  });
});
