import { describe, expect, it } from 'vitest';
import type { PodScene } from '#player/scene';
import { readHostAction } from '#trace/host-words';
import { laneOfHostAction } from './lane-of-host-action.ts';

const pod = (key: string, node: string, ...containers: string[]): [string, PodScene] => [
  key,
  { key, node, containers: containers.map((name) => ({ name })) } as unknown as PodScene,
];
const pods = new Map([
  pod('default/web-1', 'node-1', 'nginx'),
  pod('default/web-2', 'node-2', 'nginx', 'side'),
]);
const laneOf = (words: string): string | undefined => laneOfHostAction(pods, readHostAction(words));

describe('the lane of what a person does to a machine', () => {
  it('is that of the machine', () => {
    expect(laneOf('stop_kubelet 2')).toBe('node-2');
    expect(laneOf('cut_node node-3')).toBe('node-3');
    expect(laneOf('use_memory 1 24050Mi')).toBe('node-1');
    expect(laneOf('stop_component node-2-containerd')).toBe('node-2');
  });

  it('is that of the program', () => {
    expect(laneOf('stop_component apiserver')).toBe('kube-apiserver');
    expect(laneOf('stop_component scheduler')).toBe('kube-scheduler');
    expect(laneOf('stop_component etcd/m2')).toBe('etcd');
    expect(laneOf('kill_component scheduler 7')).toBe('kube-scheduler');
    expect(laneOf('compact_etcd 0')).toBe('etcd');
  });

  it('is that of the first of two that are parted', () => {
    expect(laneOf('cut_link 2 apiserver')).toBe('node-2');
    expect(laneOf('cut_link etcd/m1 etcd/m2')).toBe('etcd');
    expect(laneOf('mend_link scheduler apiserver')).toBe('kube-scheduler');
  });

  it('is that of the node of a container, if there is one of that name', () => {
    expect(laneOf('end_process side')).toBe('node-2');
    expect(laneOf('end_process default/web-1/nginx')).toBe('node-1');
    expect(laneOf('end_process nginx')).toBeUndefined();
  });

  it('is none for an action without a lane', () => {
    expect(laneOf('stop_component kcm')).toBeUndefined();
    expect(laneOf('ip route')).toBeUndefined();
    expect(laneOf('cat etcd')).toBeUndefined();
    expect(laneOf('use_memory 1 much')).toBeUndefined();
  });
});
