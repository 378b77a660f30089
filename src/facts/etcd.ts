/** What the interface knows about what the store does. */
import type { EtcdFact } from '#trace/events/etcd';
import type { FactOf } from '#trace/trace-event';
import { caption } from './caption.ts';
import type { Detail, FactKind } from './fact-kind.ts';
import { keyWords } from './words.ts';

const isFollowed = (_: unknown, detail: Detail): boolean =>
  detail === 'full' || detail === 'medium';

export const etcdFacts: { readonly [T in EtcdFact['type']]: FactKind<FactOf<T>> } = {
  TxnCommitted: {
    verb: 'commit',
    ends: ['write'],
    requestStep: isFollowed,
    sideStep: () => true,
    station: () => 'etcd',
    caption: ({ op, version, revision, key }) => {
      const kind = op === 'delete' ? 'delete' : version === 1 ? 'create' : 'update';
      return caption(`caption.TxnCommitted.${kind}`, { revision, object: keyWords(key) });
    },
    title: ({ key, revision, op }, t) => {
      const id = op === 'delete' ? 'title.TxnCommitted.delete' : 'title.TxnCommitted';
      return t(id, { object: keyWords(key), revision });
    },
  },
  TxnRefused: {
    verb: 'refuse',
    ends: ['write'],
    requestStep: isFollowed,
    station: () => 'etcd',
    caption: ({ actualRevision: actual, expectedRevision: expected }) =>
      caption('caption.TxnRefused', { actual, expected }),
  },
  RangeRead: {
    requestStep: () => false,
    station: () => 'etcd',
    caption: ({ key, revision }) => caption('caption.RangeRead', { key, revision }),
  },
  LeaseGranted: {
    caption: ({ ttlSeconds }) => caption('caption.LeaseGranted', { ttl: ttlSeconds }),
  },
  LeaseExpired: {
    caption: ({ keys }) => caption('caption.LeaseExpired', { n: keys.length }),
  },
  RaftRoleChanged: {
    caption: ({ term, leader, role, component }) => {
      const member = component.replace('etcd/', '');
      if (role === 'follower' && leader === '')
        return caption('caption.RaftRoleChanged.lost', { member, term });
      return caption(`caption.RaftRoleChanged.${role}`, { member, term, leader });
    },
  },
  EntryCommitted: {
    caption: ({ index, holders }) =>
      caption('caption.EntryCommitted', { index, members: holders.join(', ') }),
  },
};
