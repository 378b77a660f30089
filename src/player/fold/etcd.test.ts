import { expect, it } from 'vitest';
import type { FactOf } from '#trace/facts';
import type { SceneDraft } from '../scene-draft.ts';
import { etcdReducers } from './etcd.ts';

it('a key whose value is no object, as the compactor writes one, is a key without an object', () => {
  const draft = { revision: 0, keys: new Map() } as unknown as SceneDraft;
  const fact = { key: 'compact_rev_key', op: 'put', revision: 7, value: '5', id: 9 };
  etcdReducers.TxnCommitted?.(draft, fact as unknown as FactOf<'TxnCommitted'>);
  expect(draft.keys.get('compact_rev_key')).toMatchObject({ revision: 7, object: undefined });
});

it('a node has its cordon, its zone and the taints that do not repeat its state', () => {
  const draft = { revision: 0, keys: new Map(), nodes: new Map() } as unknown as SceneDraft;
  const write = (spec: object): void => {
    const metadata = { name: 'node-1', labels: { 'topology.kubernetes.io/zone': 'b' } };
    const value = { apiVersion: 'v1', kind: 'Node', metadata, spec };
    const key = '/registry/minions/node-1';
    const fact = { key, op: 'put', revision: 7, value, id: 9 };
    etcdReducers.TxnCommitted?.(draft, fact as unknown as FactOf<'TxnCommitted'>);
  };
  const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
  const own = { key: 'maintenance', value: 'soon', effect: 'NoSchedule' };
  write({ unschedulable: true, taints: [cordon, own] });
  const marks = { unschedulable: true, taints: ['maintenance=soon:NoSchedule'], zone: 'b' };
  expect(draft.nodes.get('node-1')).toMatchObject(marks);
  write({});
  expect(draft.nodes.get('node-1')).toMatchObject({ unschedulable: false, taints: [] });
});
