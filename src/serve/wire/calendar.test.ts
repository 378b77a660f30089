import { describe, expect, it } from 'vitest';
import { runEpoch, second } from '#base/sim-time';
import { Calendar } from './calendar.ts';

const day = 24 * 3600 * second;
/** The run is at 30 s; a client's clock shows a day later. */
const calendar = new Calendar(runEpoch + day + 30 * second + 400_000, 30 * second);

describe('the dates of a run on the wire', () => {
  it('are those of the client’s clock, to the second, and come back as they were', () => {
    const object = {
      kind: 'Lease',
      metadata: { name: 'web', creationTimestamp: '2026-01-01T00:00:05Z' },
      spec: { renewTime: '2026-01-01T00:00:05.000120Z', holders: ['a', '2026-01-01T00:00:06Z'] },
    };
    const sent = calendar.outgoing(object);
    expect(sent).toEqual({
      kind: 'Lease',
      metadata: { name: 'web', creationTimestamp: '2026-01-02T00:00:05Z' },
      spec: { renewTime: '2026-01-02T00:00:05.000120Z', holders: ['a', '2026-01-02T00:00:06Z'] },
    });
    expect(calendar.incoming(sent)).toEqual(object);
  });

  it('leave a value as it is when there is no date in it', () => {
    const object = {
      kind: 'ConfigMap',
      data: { when: 'on 2026-01-01T00:00:05Z, they say' },
      list: [1, null],
    };
    expect(calendar.outgoing(object)).toBe(object);
    const version = { buildDate: '2026-11-01T00:00:00Z' };
    expect(calendar.outgoing(version)).toBe(version);
  });

  it('stand before the lines of a log, and in the question since when', () => {
    const text = '2026-01-01T00:00:05.000120000Z hello\nat 2026-01-01T00:00:05.1Z\n';
    expect(calendar.outgoingText(text)).toBe(
      '2026-01-02T00:00:05.000120000Z hello\nat 2026-01-01T00:00:05.1Z\n',
    );
    expect(calendar.incomingUrl('/log?sinceTime=2026-01-02T00%3A00%3A05Z&follow=true')).toBe(
      '/log?sinceTime=2026-01-01T00%3A00%3A05Z&follow=true',
    );
  });
});
