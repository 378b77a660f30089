import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

describe('a pod whose binding fails', () => {
  it('is told that the scheduler failed, not that nothing fits', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const answer = bed.api.roundTrip.bind(bed.api);
    bed.api.roundTrip = function* (request) {
      if (!request.url.endsWith('/binding')) return yield* answer(request);
      const message = 'etcdserver: request timed out';
      const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 500 };
      return ok({ code: 500, headers: {}, body: { ...body, reason: 'InternalError', message } });
    };
    bed.create(recordedPod('new'), 1);
    const text = 'running Bind plugin "DefaultBinder": etcdserver: request timed out';
    const patch = bed.api.writes.find(({ url }) => url.includes('/pods/new/status'));
    expect(patch?.body).toMatchObject({
      status: {
        conditions: [{ type: 'PodScheduled', reason: 'SchedulerError', message: text }],
      },
    });
    expect(bed.failure('new')).toBe(text);
  });
});
