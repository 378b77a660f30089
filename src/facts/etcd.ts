/** What the interface knows about what the store does. */
import { assertUnreachable } from '#base/assert';
import type { FactOf } from '#trace/facts';
import type { EtcdFact } from '#trace/facts/etcd';
import { caption } from './caption.ts';
import type { Detail, FactKind } from './fact-kind.ts';
import type { RunSoFar, Standing } from './standing.ts';
import { keyWords } from './words.ts';

const isFollowed = (_: unknown, detail: Detail): boolean =>
  detail === 'full' || detail === 'medium';

export const etcdFacts: { readonly [T in EtcdFact['type']]: FactKind<FactOf<T>> } = {
  TxnCommitted: {
    standing: standingOfWrite,
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
    standing({ component, role }, run) {
      if (role === 'leader') return { kind: 'report', state: 'leads' };
      // A member without a majority asks again and again.
      const isNews = role === 'pre-candidate' && run.firstSinceAct(`asks ${component}`);
      return isNews ? { kind: 'report', state: 'asks', joins: true } : undefined;
    },
    verb: 'raft',
    sideStep: isTold,
    happensToNodes: isTold,
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

/** That a member leads, or that it asks the others for their votes because no leader is heard. */
function isTold({ role }: FactOf<'RaftRoleChanged'>): boolean {
  return role === 'leader' || role === 'pre-candidate';
}

function standingOfWrite({ key }: FactOf<'TxnCommitted'>, run: RunSoFar): Standing | undefined {
  const { change, main, isAPersons } = run;
  if (change === undefined) return undefined;
  const { resource, what, words, alarming, recovered } = change;
  const state = `${what} ${resource} ${words}`;
  switch (what) {
    case 'created': {
      const alone = main || run.firstSinceAct(`siblings ${state}`);
      return { kind: 'store', state, joins: true, alone };
    }
    case 'bound':
      return main ? { kind: 'store', state } : undefined;
    case 'kept':
      return isAPersons ? { kind: 'store', state: 'changed' } : undefined;
    case 'deleted':
    case 'shown': {
      if (isAPersons) return { kind: 'store', state };
      // For a Pod beside the main line only failures are told, and that they are over.
      const matters = main || alarming || recovered || resource !== 'pods';
      const alone = matters && run.firstSinceAct(main ? `${state} ${key}` : state);
      return { kind: 'report', state, joins: true, alone };
    }
    default:
      return assertUnreachable(what);
  }
}
