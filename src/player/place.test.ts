import { describe, expect, it } from 'vitest';
import { roomAt, roomOf } from './place.ts';
import { emptyScene, type PodScene } from './scene.ts';
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

  it('is none for what is outside the picture', () => {
    const nowhere = ['cluster', 'registry', 'coredns', 'metrics-server'];
    for (const each of nowhere)
      expect([roomOf(each), laneOf(each)]).toEqual([undefined, undefined]);
  });

  it('is the node of the Pod for a program in a Pod', () => {
    const pod = (name: string, node: string, program?: string, pid?: number) =>
      [name, { name, node, containers: [{ program, pid }] } as unknown as PodScene] as const;
    const placed = (...pods: ReturnType<typeof pod>[]) => ({ ...emptyScene, pods: new Map(pods) });
    const named = pod('coredns-for-tests', 'node-2', 'sleep', 7);
    const ended = pod('dns-4x66b', 'node-3', 'coredns');
    const scene = placed(named, ended, pod('dns-mfp9r', 'node-1', 'coredns', 7));
    expect(roomAt(scene, 'coredns')).toBe('node-1');
    expect(roomAt(placed(named, ended), 'coredns')).toBe('node-3');
    expect(roomAt(scene, 'metrics-server')).toBeUndefined();
    expect(roomAt(scene, 'etcd')).toBe('etcd');
  });
});
