import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

describe('DefaultBinder', () => {
  const bed = new SchedulerBed([nodeWith('node-1')]);
  bed.create(recordedPod('new'), 1);
  const bindings = bed.api.writes.filter(({ url }) => url.endsWith('/binding'));

  it('posts one Binding with the uid of the pod, so that none of its namesakes is bound', () => {
    expect(bindings).toEqual([
      {
        method: 'POST',
        url: expect.stringMatching(/\/api\/v1\/namespaces\/default\/pods\/new\/binding$/),
        body: expect.objectContaining({
          metadata: { name: 'new', namespace: 'default', uid: 'uid-new' },
          target: { kind: 'Node', name: 'node-1' },
        }),
      },
    ]);
  });

  it('leaves spec.nodeName to the API server: it writes to the pod by no other way', () => {
    const others = bed.api.writes.filter(
      ({ url }) => url.includes('/pods/new') && !url.endsWith('/binding'),
    );
    expect(others).toEqual([]);
  });
});

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
