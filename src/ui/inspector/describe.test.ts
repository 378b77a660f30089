import { describe, expect, it } from 'vitest';
import type { KubeObject, StoredKey } from '#player/scene';
import {
  conditionsOf,
  describedEvent,
  describedEvents,
  humanDuration,
  regardedBy,
} from './describe.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u1' },
  status: { conditions: [{ type: 'PodScheduled', status: 'True', reason: 'x' }] },
} as unknown as KubeObject;

const event = (name: string, more: object): StoredKey => ({
  key: `/registry/events/default/${name}`,
  revision: 1,
  createRevision: 1,
  version: 1,
  fact: 1,
  object: {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'default' },
    involvedObject: { uid: 'u1', name: 'web' },
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    source: { component: 'kubelet', host: 'node-1' },
    ...more,
  } as unknown as KubeObject,
});

describe('what kubectl describe prints', () => {
  it('shows the type and the status of a pod’s conditions', () => {
    expect(conditionsOf(pod)).toEqual({
      columns: ['Type', 'Status'],
      rows: [['PodScheduled', 'True']],
    });
  });

  it('counts an Event that came again, since its first time', () => {
    const times = {
      firstTimestamp: '2026-01-01T00:00:10Z',
      lastTimestamp: '2026-01-01T00:00:40Z',
      count: 4,
    };
    const [again] = describedEvents([event('a', times)], pod, 45_000_000);
    expect(again).toMatchObject({ age: '5s (x4 over 35s)', from: 'kubelet' });
  });

  it('leaves out what regards another object', () => {
    const other = event('b', { involvedObject: { uid: 'u2', name: 'web' } });
    expect(describedEvents([other], pod, 0)).toEqual([]);
  });

  it('finds the object that an Event regards', () => {
    const key = '/registry/pods/default/web';
    const stored: StoredKey = { ...event('a', {}), key, object: pod };
    const described = describedEvent(event('a', {}).object as KubeObject, 0);
    expect(described).toMatchObject({ reason: 'BackOff', regarding: { name: 'web', uid: 'u1' } });
    expect(described && regardedBy(described, new Map([[key, stored]]))?.object).toBe(pod);
    expect(describedEvent(pod, 0)).toBeUndefined();
  });

  it.each([
    [0.9, '0s'],
    [119, '119s'],
    [125, '2m5s'],
    [660, '11m'],
    [3600 * 3, '3h'],
    [86_400 * 3, '3d'],
  ])('prints an age of %s seconds as %s', (seconds, text) => {
    expect(humanDuration(seconds)).toBe(text);
  });
});
