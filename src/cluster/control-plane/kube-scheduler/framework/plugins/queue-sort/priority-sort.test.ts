import { describe, expect, it } from 'vitest';
import { asking, nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

/** The order in which the scheduler takes pods created at the same moment. */
function order(...pods: readonly (readonly [name: string, priority: number])[]) {
  const bed = new SchedulerBed([nodeWith('node-1')]);
  bed.act(() => {
    for (const [name, priority] of pods) {
      bed.api.put('pods', recordedPod(name, { spec: { ...asking({ cpu: '1m' }), priority } }));
    }
  });
  bed.run(2);
  return bed.facts('PodPopped').map(({ pod }) => pod.replace('default/', ''));
}

describe('PrioritySort', () => {
  it('takes the pod first that has waited longest, among those of one priority', () => {
    const bed = new SchedulerBed([]);
    for (const name of ['a', 'c', 'b']) bed.create(recordedPod(name), 0.5);
    const before = bed.facts('PodPopped').length;
    bed.act(() => bed.api.put('nodes', nodeWith('node-1')));
    bed.run(20);
    const later = bed.facts('PodPopped').slice(before);
    expect(later.map(({ pod }) => pod)).toEqual(['default/a', 'default/c', 'default/b']);
  });

  it('takes a more important pod before those that have waited longer', () => {
    expect(order(['first', 0], ['low', 1], ['high', 9], ['middle', 5])).toEqual([
      'high',
      'middle',
      'low',
      'first',
    ]);
  });
});
