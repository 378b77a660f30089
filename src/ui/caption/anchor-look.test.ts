import { expect, it } from 'vitest';
import { lookOf } from './anchor-look.ts';

it.each([
  ['kube-apiserver', { kind: 'room', family: 'apiserver' }],
  ['node-2', { kind: 'room', family: 'kubelet' }],
  ['replicaset-controller', { kind: 'room', family: 'controllers' }],
  ['node-1/containerd', { kind: 'room', family: 'runtime' }],
  ['etcd/pods/default/web', { kind: 'object' }],
  ['etcd/nodes/node-1', { kind: 'object' }],
  ['node-1/pods/default/web', { kind: 'object' }],
  ['kubectl/object', { kind: 'object' }],
  ['watch/kube-scheduler', { kind: 'line' }],
  ['watch/event', { kind: 'message' }],
  ['node-1/address', { kind: 'network' }],
])('%s is named as it is drawn', (anchor, look) => {
  expect(lookOf(anchor)).toEqual(look);
});

it.each([
  'kube-apiserver/authorize',
  'replicaset-controller/queue',
  'etcd/revision',
  'etcd/pods/default/web/node',
  'node-1/sandbox',
  'registry',
])('%s is a part of something, with an underline alone', (anchor) => {
  expect(lookOf(anchor)).toEqual({ kind: 'part' });
});
