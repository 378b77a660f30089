import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { timelineOf } from '#player/timeline-builder';
import { TimelineIndex } from '#player/timeline-index';
import { TraceLog } from '#player/trace-log';
import { filterLanes } from './filter.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const timeline = timelineOf(log);
const source = { timeline, lanes: timeline.lanes, index: new TimelineIndex(timeline), log };
const lanesFor = (text: string): readonly string[] =>
  filterLanes(source, text).lanes.map(({ id }) => id);

describe('the filter of the lanes', () => {
  it('keeps all of them without a text', () => {
    expect(filterLanes(source, ' ').lanes).toBe(timeline.lanes);
  });

  it('keeps the components whose name holds the text', () => {
    expect(lanesFor('Node-')).toEqual(['node-1', 'node-2', 'node-3']);
  });

  it('keeps the marks about an object, and the lanes that have any', () => {
    const { marks, lanes } = filterLanes(source, 'deployments');
    const bars = marks.bars(timeline.from, timeline.to);
    expect(bars.length).toBeGreaterThan(0);
    expect(bars.length).toBeLessThan(timeline.bars.length);
    expect(lanes.map(({ id }) => id)).toContain('kube-apiserver');
    expect(lanes.map(({ id }) => id)).not.toContain('node-1');
  });

  it('keeps nothing where nothing is about it', () => {
    expect(lanesFor('no-such-thing')).toEqual([]);
  });
});
