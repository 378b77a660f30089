import { describe, expect, it } from 'vitest';
import { minute, rfc3339Micro } from '#base/sim-time';
import { makeNewApiEvent } from './event-object.ts';
import { EventSeriesCache } from './event-series.ts';

const eventAt = (at: number) =>
  makeNewApiEvent(
    { kind: 'Pod', apiVersion: 'v1', namespace: 'default', name: 'web', uid: 'u1' },
    { type: 'Warning', reason: 'FailedScheduling', message: 'no node' },
    { controller: 'default-scheduler', instance: 'default-scheduler-vm', action: 'Scheduling' },
    undefined,
    { at, nanos: 0 },
  );

describe('events of the events.k8s.io form', () => {
  it('become a series with the second of a kind, and later ones are only counted', () => {
    const cache = new EventSeriesCache();
    const observe = (at: number) => cache.observe(eventAt(at), at, rfc3339Micro(at));
    expect(observe(0)?.series).toBeUndefined();
    expect(observe(1)?.series?.count).toBe(2);
    expect(observe(2)).toBeUndefined();
    expect(cache.refresh().map(({ series }) => series?.count)).toEqual([3]);
  });

  it('end their series when nothing came for six minutes', () => {
    const cache = new EventSeriesCache();
    cache.observe(eventAt(0), 0, rfc3339Micro(0));
    cache.observe(eventAt(1), 1, rfc3339Micro(1));
    expect(cache.finish(5 * minute)).toEqual([]);
    expect(cache.finish(7 * minute)).toHaveLength(1);
    expect(cache.size).toBe(0);
  });
});
