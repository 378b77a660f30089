import { describe, expect, it } from 'vitest';
import { roomOf } from './place.ts';
import { laneOf } from './timeline.ts';

describe('the place of a component', () => {
  it.each([
    ['person', 'kubectl', 'kubectl'],
    ['kube-controller-manager/job-controller', 'kube-controller-manager', 'job-controller'],
    ['kube-controller-manager-2/job-controller', 'kube-controller-manager', 'job-controller (2)'],
    ['kube-controller-manager-2', 'kube-controller-manager', 'kube-controller-manager-2'],
    ['kube-scheduler', 'kube-scheduler', 'kube-scheduler'],
    ['kube-scheduler-2', 'kube-scheduler', 'kube-scheduler-2'],
    ['packing-scheduler', 'kube-scheduler', 'packing-scheduler'],
    ['node-1/kubelet', 'node-1', 'node-1'],
  ])('%s is in the room %s and the lane %s', (component, room, lane) => {
    expect([roomOf(component), laneOf(component)?.id]).toEqual([room, lane]);
  });

  it('gives what is outside the picture none', () => {
    const nowhere = [roomOf('cluster'), roomOf('registry'), laneOf('cluster')];
    expect(nowhere).toEqual([undefined, undefined, undefined]);
  });
});
