import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

describe('an attempt to schedule a pod', () => {
  it('finds it unschedulable where there are no nodes at all', () => {
    const bed = new SchedulerBed([]);
    bed.create(recordedPod('new'), 1);
    expect(bed.failure('new')).toBe('no nodes available to schedule pods');
    // Not an error: without a node the pod is unschedulable.
    const written = bed.api.writes.find(({ method }) => method === 'PATCH');
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' };
    expect(written?.body).toMatchObject({ status: { conditions: [condition] } });
  });

  it('is not made for one that is being deleted', () => {
    const bed = new SchedulerBed([recordedNode('node-1', { unschedulable: true })]);
    bed.create(recordedPod('leaving'), 3);
    const pod = recordedPod('leaving');
    const deletionTimestamp = '2026-01-01T00:00:05Z';
    bed.act(() =>
      bed.api.put('pods', { ...pod, metadata: { ...pod.metadata, deletionTimestamp } }),
    );
    bed.act(() => bed.api.put('nodes', recordedNode('node-1')));
    bed.run(2);
    expect(bed.nodeOf('leaving')).toBe('');
    expect(
      bed.facts('EventRecorded').map(({ reason, message }) => [reason, message]),
    ).toContainEqual(['FailedScheduling', 'skip schedule deleting pod: default/leaving']);
  });
});
