/** More about what the store does. */

import type { MessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { EtcdFact } from '#trace/facts/etcd';
import { elsewhere, type FactDetails } from './fact-details.ts';
import { apiserver } from './places.ts';
import { etcdSpan } from './span.ts';

export const etcdDetails: { readonly [T in EtcdFact['type']]: FactDetails<FactOf<T>> } = {
  TxnCommitted: {
    source: { place: [`${apiserver}/storage/etcd3/store.go`] },
    leftOut: membersLeftOut,
    message: 'write',
    isWholeSpan: true,
    span: ({ key, revision }) => etcdSpan('KV/Txn', { key, revision }),
  },
  TxnRefused: {
    source: { place: [`${apiserver}/storage/interfaces.go`, 'Preconditions.Check'] },
    leftOut: membersLeftOut,
    message: 'write',
    severity: () => 'W',
    isWholeSpan: true,
    span: ({ key }) => etcdSpan('KV/Txn', { key, succeeded: false }),
    rows: ({ key }) => [['key', key]],
  },
  RangeRead: {
    source: { place: [`${apiserver}/storage/etcd3/store.go`] },
    isWholeSpan: true,
    span: ({ key, count }) => etcdSpan('KV/Range', { key, count }),
  },
  LeaseGranted: { source: { place: [`${apiserver}/storage/etcd3/lease_manager.go`] } },
  LeaseExpired: { source: { place: [`${apiserver}/storage/etcd3/lease_manager.go`] } },
  RaftRoleChanged: { source: elsewhere },
  EntryCommitted: { source: elsewhere },
};

function membersLeftOut(_: unknown, members: boolean): MessageId | undefined {
  return members ? undefined : 'leftOut.members';
}
