import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { idleStretches, timeScale } from './time-scale.ts';
import { causeArrows } from './timeline.ts';
import { timelineOf } from './timeline-builder.ts';
import { TimelineIndex } from './timeline-index.ts';
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

describe('the arrows after a step', () => {
  it('lead only to what follows from it, each from its cause', () => {
    const isAfter = (id: number, cause: number): boolean => {
      for (let fact = log.fact(id); fact !== undefined; fact = log.fact(fact.cause)) {
        if (fact.id === cause) return true;
      }
      return false;
    };
    let seen = 0;
    for (const { fact } of log.steps) {
      for (const { from, to, ahead } of causeArrows(log, fact)) {
        expect(isAfter(to.fact, from.fact)).toBe(true);
        if (!ahead) continue;
        seen++;
        expect(isAfter(to.fact, fact)).toBe(true);
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('contain no arrow twice, also at a fact in the middle of a step', () => {
    for (const { id } of log.facts) {
      const arrows = causeArrows(log, id).map(({ from, to }) => `${from.fact} ${to.fact}`);
      expect(new Set(arrows).size).toBe(arrows.length);
    }
  });
});

describe('a timeline that grows', () => {
  it('is the same in however many portions the facts arrive', () => {
    const growing = new TraceLog();
    for (let index = 0; index < log.facts.length; index += 37) {
      growing.append(log.facts.slice(index, index + 37));
      expect(timelineOf(growing).to).toBeLessThanOrEqual(timeline.to);
    }
    expect(timelineOf(growing)).toEqual(timeline);
  });

  it('is that of the facts which stay when the run goes another way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: log.facts.length }), (kept) => {
        const [branching, short] = [new TraceLog(), new TraceLog()];
        branching.append(log.facts.slice());
        short.append(log.facts.slice(0, kept));
        branching.truncate(kept);
        expect(timelineOf(branching)).toEqual(timelineOf(short));
        for (const each of [branching, short]) each.append(log.facts.slice(kept));
        expect(timelineOf(branching)).toEqual(timeline);
      }),
      { numRuns: 30 },
    );
  });

  it('knows its quiet stretches, with and without what only goes on', () => {
    const { bars, diamonds, from, to, pauses, idle } = timeline;
    expect(idle).toEqual(idleStretches({ bars, diamonds }, from, to, 200_000));
    const ends = bars.flatMap((bar) => [
      { ...bar, to: bar.from },
      { ...bar, from: bar.to! },
    ]);
    expect(pauses).toEqual(idleStretches({ bars: ends, diamonds }, from, to, 5_000));
    expect(pauses.length).toBeGreaterThan(idle.length);
  });

  it('finds the same marks of any stretch as a search through all of them', () => {
    const index = new TimelineIndex(timeline);
    const moment = fc.integer({ min: timeline.from, max: timeline.to });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [t0, t1] = [Math.min(a, b), Math.max(a, b)];
        const bars = timeline.bars.filter((bar) => bar.from <= t1 && (bar.to ?? t1) >= t0);
        expect(index.bars(t0, t1)).toEqual(bars);
        const diamonds = timeline.diamonds.filter(({ at }) => at >= t0 && at <= t1);
        expect(index.diamonds(t0, t1)).toEqual(diamonds);
      }),
    );
  });
});

describe('the time scale', () => {
  const { from, to, idle: gaps } = timeline;
  const scale = timeScale({ from, to, gaps, width: 1000 });

  it('folds the long idle stretches to the same small width', () => {
    const folded = scale.segments.filter((segment) => segment.folded);
    expect(folded.length).toBeGreaterThan(0);
    for (const { x0, x1 } of folded) expect(x1 - x0).toBeCloseTo(24);
    expect(scale.segments.at(-1)?.x1).toBeCloseTo(1000);
  });

  it('never goes back, and maps back to the same time', () => {
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
