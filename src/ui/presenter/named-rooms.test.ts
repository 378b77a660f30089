import { describe, expect, it } from 'vitest';
import { namingRooms, roomsNamedIn } from './named-rooms.ts';

const rooms = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
  'node-2',
];
const named = (text: string): readonly string[] =>
  roomsNamedIn(text, rooms).map(({ room }) => room);

describe('the rooms that a text names', () => {
  it.each([
    [
      'The scheduler posts a Binding; the API server writes it.',
      ['kube-scheduler', 'kube-apiserver'],
    ],
    ['The kubelet of that node', ['node-2']],
    ['kube-apiserver', ['kube-apiserver']],
    ['调度器把 Binding 交给 API 服务器', ['kube-scheduler', 'kube-apiserver']],
    ['排程器交給 API 伺服器', ['kube-scheduler', 'kube-apiserver']],
    ['スケジューラーが API サーバーに送る', ['kube-scheduler', 'kube-apiserver']],
    ['The Deployment controller', ['kube-controller-manager']],
    ['Nobody at all', []],
  ])('%s', (text, expected) => expect(named(text)).toEqual(expected));

  it('are only those that the picture has', () => {
    expect(roomsNamedIn('The scheduler and etcd', ['etcd'])).toMatchObject([{ room: 'etcd' }]);
  });

  it('become pieces of their own, and nothing of the text is lost', () => {
    const pieces = namingRooms([{ text: 'Only the API server asks etcd.' }], rooms);
    expect(pieces.map(({ text }) => text).join('')).toBe('Only the API server asks etcd.');
    expect(pieces.flatMap(({ anchor }) => anchor ?? [])).toEqual(['kube-apiserver', 'etcd']);
  });
});
