import { describe, expect, it } from 'vitest';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

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
