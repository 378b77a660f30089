import { expect, it } from 'vitest';
import type { FactOf } from '#trace/trace-event';
import type { SceneDraft } from '../scene-draft.ts';
import { etcdReducers } from './etcd.ts';

it('a key whose value is no object, as the compactor writes one, is a key without an object', () => {
  const draft = { revision: 0, keys: new Map() } as unknown as SceneDraft;
  const fact = { key: 'compact_rev_key', op: 'put', revision: 7, value: '5', id: 9 };
  etcdReducers.TxnCommitted?.(draft, fact as unknown as FactOf<'TxnCommitted'>);
  expect(draft.keys.get('compact_rev_key')).toMatchObject({ revision: 7, object: undefined });
});
