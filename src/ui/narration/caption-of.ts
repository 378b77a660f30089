/**
 * What the page says about a fact: a message of the catalogue and its parameters. Every kind of
 * fact has its words here or in the files beside; a new kind does not compile without them.
 */

import { assertUnreachable } from '#base/assert';
import { isMessageId } from '#i18n/t';
import type { Fact } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { captionOfApiserver, isApiserverFact } from './caption-of-apiserver.ts';
import { captionOfClient, isClientFact } from './caption-of-client.ts';
import { captionOfHostAction } from './caption-of-host.ts';
import { captionOfNetwork, isNetworkFact } from './caption-of-network.ts';
import { captionOfNode, isNodeFact } from './caption-of-node.ts';
import { captionOfScheduler, isSchedulerFact } from './caption-of-scheduler.ts';
import { keyWords, objectWords, whoOf } from './words.ts';

/** The caption of any fact. */
export function captionOf(fact: Fact): Caption {
  if (isApiserverFact(fact)) return captionOfApiserver(fact);
  if (isSchedulerFact(fact)) return captionOfScheduler(fact);
  if (isClientFact(fact)) return captionOfClient(fact);
  if (isNodeFact(fact)) return captionOfNode(fact);
  if (isNetworkFact(fact)) return captionOfNetwork(fact);
  const who = whoOf(fact.component);
  switch (fact.type) {
    case 'CommandEntered':
      return caption('caption.CommandEntered', { line: fact.line });
    case 'HostActionTaken':
      return captionOfHostAction(fact.action);
    case 'TimerFired':
      return caption('caption.TimerFired', { component: who, timer: fact.timer });
    case 'ComponentStarted':
      return caption('caption.ComponentStarted', { component: who });
    case 'ComponentStopped':
      return caption('caption.ComponentStopped', { component: who, reason: fact.reason });
    case 'PanicRecovered': {
      const { doing, message } = fact;
      return caption('caption.PanicRecovered', { component: who, doing, message });
    }
    case 'Noted':
      return caption('caption.Noted', { component: who, message: fact.message });
    case 'ClusterSettled':
      return caption('caption.ClusterSettled');
    case 'SyncStarted':
      return caption('caption.SyncStarted', { who, key: fact.key });
    case 'SyncFinished':
      return fact.error === undefined
        ? caption('caption.SyncFinished.ok', { who, key: fact.key })
        : caption('caption.SyncFinished.error', { who, key: fact.key, error: fact.error });
    case 'DecisionMade': {
      const id = `caption.decision.${fact.decision}`;
      if (isMessageId(id)) return caption(id, { who, key: fact.key, ...fact.params });
      const decision = fact.decision.replace(/[.-]/g, ' ');
      return caption('caption.DecisionMade', { who, decision });
    }
    case 'ExpectationsSet':
      return caption('caption.ExpectationsSet', { who, add: fact.add, del: fact.del });
    case 'GraphNodeChanged':
      return caption('caption.GraphNodeChanged', { object: objectWords(fact.ref) });
    case 'TxnCommitted': {
      const kind = fact.op === 'delete' ? 'delete' : fact.version === 1 ? 'create' : 'update';
      const object = keyWords(fact.key);
      return caption(`caption.TxnCommitted.${kind}`, { revision: fact.revision, object });
    }
    case 'TxnRefused':
      return caption('caption.TxnRefused', {
        actual: fact.actualRevision,
        expected: fact.expectedRevision,
      });
    case 'RangeRead':
      return caption('caption.RangeRead', { key: fact.key, revision: fact.revision });
    case 'LeaseGranted':
      return caption('caption.LeaseGranted', { ttl: fact.ttlSeconds });
    case 'RaftRoleChanged': {
      const { term, leader, role } = fact;
      const member = fact.component.replace('etcd/', '');
      if (role === 'follower' && leader === '')
        return caption('caption.RaftRoleChanged.lost', { member, term });
      return caption(`caption.RaftRoleChanged.${role}`, { member, term, leader });
    }
    case 'EntryCommitted':
      return caption('caption.EntryCommitted', {
        index: fact.index,
        members: fact.holders.join(', '),
      });
    case 'LeaseExpired':
      return caption('caption.LeaseExpired', { n: fact.keys.length });
    default:
      return assertUnreachable(fact);
  }
}
