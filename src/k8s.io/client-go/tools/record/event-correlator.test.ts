import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { EventCorrelator } from './event-correlator.ts';
import { type EventType, makeCoreEvent } from './event-object.ts';

const pod = { kind: 'Pod', apiVersion: 'v1', namespace: 'default', name: 'web', uid: 'u1' };

const eventAt = (at: number, message: string, type: EventType = 'Normal') =>
  makeCoreEvent(
    pod,
    { type, reason: 'Pulled', message },
    { component: 'kubelet', host: 'node-1' },
    { at, nanos: 0 },
  );

describe('events', () => {
  it('are named after their object and the nanosecond, in hexadecimal', () => {
    const { metadata } = eventAt(0, 'x');
    expect(metadata).toEqual({ name: 'web.18867251edfa0000', namespace: 'default' });
    const node = { kind: 'Node', apiVersion: 'v1', name: 'node-1', uid: 'n1' };
    const said = { type: 'Normal', reason: 'R', message: 'm' } as const;
    const ofNode = makeCoreEvent(node, said, { component: 'c' }, { at: 0, nanos: 0 });
    expect(ofNode.metadata.namespace).toBe('default');
  });

  it('that say the same again are counted in a patch of the first one', () => {
    const correlator = new EventCorrelator();
    const first = correlator.correlate(eventAt(0, 'same'), 0);
    const again = correlator.correlate(eventAt(5 * second, 'same'), 5 * second);
    expect(first.action).toBe('create');
    expect(again).toMatchObject({
      action: 'patch',
      event: { metadata: { name: 'web.18867251edfa0000' } },
      patch: { count: 2, lastTimestamp: '2026-01-01T00:00:05Z', message: 'same' },
    });
  });

  it('that differ only in their message are combined from the tenth in ten minutes on', () => {
    const correlator = new EventCorrelator();
    const actions = Array.from({ length: 11 }, (_, n) =>
      correlator.correlate(eventAt(n * second, `message ${n}`), n * second),
    );
    const [ninth, tenth, eleventh] = actions.slice(8);
    expect(ninth).toMatchObject({ action: 'create', event: { message: 'message 8' } });
    expect(tenth).toMatchObject({
      action: 'create',
      event: {
        message: '(combined from similar events): message 9',
        reportingComponent: '',
      },
    });
    expect(eleventh).toMatchObject({ action: 'patch', patch: { count: 2 } });
  });

  it('beyond 25 about one object are dropped until five minutes gave back one', () => {
    const correlator = new EventCorrelator();
    const actionOf = (at: number, type: EventType = 'Normal'): string =>
      correlator.correlate(eventAt(at, 'same', type), at).action;
    const burst = Array.from({ length: 26 }, () => actionOf(0));
    expect(burst.filter((action) => action === 'skip')).toHaveLength(1);
    expect(actionOf(0, 'Warning')).toBe('create');
    expect(actionOf(299 * second)).toBe('skip');
    expect(actionOf(300 * second)).toBe('patch');
    expect(actionOf(300 * second)).toBe('skip');
  });
});
