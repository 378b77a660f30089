import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { timeScale } from './time-scale.ts';
import { causeArrows, timelineOf } from './timeline.ts';
import { TraceLog } from './trace-log.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const timeline = timelineOf(log);

describe('the timeline', () => {
  it('has its lanes in the order of the pipeline', () => {
    expect(timeline.lanes.map(({ id }) => id)).toEqual([
      'kubectl',
      'kube-apiserver',
      'etcd',
      'deployment-controller',
      'replicaset-controller',
      'kube-scheduler',
      'node-1',
      'node-2',
      'node-3',
    ]);
  });

  it('ends every bar that it began', () => {
    expect(timeline.bars.filter((bar) => bar.to === undefined)).toEqual([]);
  });

  it('leads from a binding back to the command with arrows between lanes', () => {
    const bound = log.facts.find(({ type }) => type === 'PodBound')!;
    const arrows = causeArrows(log, bound.id, 0);
    expect(arrows[0]?.from.lane).toBe('kubectl');
    expect(arrows.at(-1)?.to.lane).toBe('kube-scheduler');
    expect(arrows.every(({ from, to }) => from.at <= to.at)).toBe(true);
  });
});

describe('the time scale', () => {
  const { from, to } = timeline;
  const scale = timeScale(timeline, { from, to, width: 1000 });

  it('folds the long idle stretches to the same small width', () => {
    const folded = scale.segments.filter((segment) => segment.folded);
    expect(folded.length).toBeGreaterThan(0);
    for (const { x0, x1 } of folded) expect(x1 - x0).toBeCloseTo(24);
    expect(scale.segments.at(-1)?.x1).toBeCloseTo(1000);
  });

  it('never goes back, and comes back to the time it started from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: from, max: to }),
        fc.integer({ min: from, max: to }),
        (a, b) => {
          expect(scale.toX(Math.min(a, b))).toBeLessThanOrEqual(scale.toX(Math.max(a, b)));
          expect(scale.toTime(scale.toX(a))).toBeCloseTo(a, -1);
        },
      ),
    );
  });
});
