import { describe, expect, it } from 'vitest';
import { fixedRooms, roomsNamedIn } from './named-rooms.ts';

describe('the rooms that a text names', () => {
  it.each([
    [
      'The scheduler posts a Binding; the API server writes it.',
      ['kube-scheduler', 'kube-apiserver'],
    ],
    ['The kubelet of that node', ['node-2']],
    ['kube-apiserver', ['kube-apiserver']],
    ['调度器把 Binding 交给 API server', ['kube-scheduler', 'kube-apiserver']],
    ['排程器交給 API server', ['kube-scheduler', 'kube-apiserver']],
    ['スケジューラーが API server に送る', ['kube-scheduler', 'kube-apiserver']],
    ['The Deployment controller', ['kube-controller-manager']],
    ['etcd, the scheduler, and etcd again', ['etcd', 'kube-scheduler']],
    ['Nobody at all', []],
  ])('%s', (text, expected) => {
    expect(roomsNamedIn(text, [...fixedRooms, 'node-2'])).toEqual(expected);
  });

  it('are only those that the picture has', () => {
    expect(roomsNamedIn('The scheduler and etcd', ['etcd'])).toEqual(['etcd']);
  });
});
