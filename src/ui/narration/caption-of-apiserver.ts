/** The words for one request's way through the API server. */

import { assertUnreachable } from '#base/assert';
import { withoutGroup } from '#trace/object-key';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { objectWords, whoOf } from './words.ts';

const types = [
  'RequestReceived',
  'RequestInfoResolved',
  'Authenticated',
  'AuditEventLogged',
  'Impersonated',
  'FlowControlled',
  'Authorized',
  'RequestRouted',
  'Decoded',
  'Defaulted',
  'Mutated',
  'WebhookCalled',
  'Validated',
  'Admitted',
  'StorageWriteStarted',
  'ReadServed',
  'ResponseSent',
  'WatchCacheUpdated',
  'WatchEventSent',
] as const;
type ApiserverFact = FactOf<(typeof types)[number]>;

const known: ReadonlySet<string> = new Set(types);
export const isApiserverFact = (fact: Fact): fact is ApiserverFact => known.has(fact.type);

export function captionOfApiserver(fact: ApiserverFact): Caption {
  switch (fact.type) {
    case 'RequestReceived':
      return caption('caption.RequestReceived');
    case 'RequestInfoResolved': {
      const subresource = fact.subresource === '' ? '' : `/${fact.subresource}`;
      const resource = fact.isResourceRequest ? `${fact.ref.resource}${subresource}` : 'path';
      return caption('caption.RequestInfoResolved', { verb: fact.verb, resource });
    }
    case 'Authenticated':
      return ofAuthenticated(fact);
    case 'AuditEventLogged':
      return caption('caption.AuditEventLogged', { stage: fact.stage });
    case 'Impersonated':
      return caption('caption.Impersonated', { user: fact.user });
    case 'FlowControlled':
      return ofFlowControlled(fact);
    case 'Authorized':
      return ofAuthorized(fact);
    case 'RequestRouted':
      return fact.servedBy === 'none'
        ? caption('caption.RequestRouted.none')
        : caption('caption.RequestRouted.served', { servedBy: fact.servedBy });
    case 'Decoded':
      return fact.problems.length === 0
        ? caption('caption.Decoded.ok')
        : caption('caption.Decoded.problems', { problems: fact.problems.join(', ') });
    case 'Defaulted':
      return caption('caption.Defaulted');
    case 'WebhookCalled':
      return caption(`caption.WebhookCalled.${fact.outcome}`, {
        webhook: fact.webhook,
        detail: fact.detail,
      });
    case 'Mutated':
    case 'Admitted':
      return ofAdmission(fact);
    case 'Validated':
      return fact.errors.length === 0
        ? caption('caption.Validated.ok')
        : caption('caption.Validated.errors', { errors: fact.errors.join('; ') });
    case 'StorageWriteStarted':
      return fact.expectedRevision === 0
        ? caption('caption.StorageWriteStarted.create', { storageVersion: fact.storageVersion })
        : caption('caption.StorageWriteStarted.update', { revision: fact.expectedRevision });
    case 'ReadServed':
      return caption('caption.ReadServed', {
        from: fact.from === 'watch-cache' ? caption('diagram.watchCache') : fact.from,
        resourceVersion: fact.resourceVersion,
      });
    case 'ResponseSent':
      return fact.code < 400
        ? caption('caption.ResponseSent.ok', { code: fact.code })
        : caption('caption.ResponseSent.error', {
            code: fact.code,
            reason: fact.reason,
            message: fact.message,
          });
    case 'WatchCacheUpdated':
      return caption('caption.WatchCacheUpdated', { watchers: fact.watchers });
    case 'WatchEventSent':
      return caption('caption.WatchEventSent', {
        object: objectWords(fact.ref),
        to: whoOf(fact.to),
      });
    default:
      return assertUnreachable(fact);
  }
}

function ofAuthenticated(fact: FactOf<'Authenticated'>): Caption {
  if (!fact.succeeded) return caption('caption.Authenticated.failed');
  const authenticator = fact.tried.at(-1)?.authenticator ?? '';
  const [, namespace, name] = /^system:serviceaccount:([^:]+):(.+)$/.exec(fact.user) ?? [];
  if (namespace !== undefined) {
    const user = `${namespace}/${name}`;
    return caption('caption.Authenticated.serviceAccount', { authenticator, user });
  }
  const { user } = fact;
  const groups = fact.groups.filter((group) => group !== 'system:authenticated').join(', ');
  if (authenticator !== 'x509') {
    return caption('caption.Authenticated.ok', { authenticator, user, groups });
  }
  return groups === ''
    ? caption('caption.Authenticated.certificate', { user })
    : caption('caption.Authenticated.certificate.groups', { user, groups });
}

function ofFlowControlled({ outcome, priorityLevel }: FactOf<'FlowControlled'>): Caption {
  const exempt = outcome === 'executing' && priorityLevel === 'exempt';
  return caption(`caption.FlowControlled.${exempt ? 'exempt' : outcome}`, { priorityLevel });
}

/** The fact does not repeat who asks for what: its request's earlier facts say that. */
export function ofAuthorized(fact: FactOf<'Authorized'>, request: readonly Fact[] = []): Caption {
  const named = request.find((each) => each.type === 'Authenticated');
  const asked = request.find((each) => each.type === 'RequestInfoResolved');
  const params = { user: userWords(named?.user ?? ''), action: actionOf(asked) };
  if (!fact.allowed) return caption('caption.Authorized.denied', params);
  const authorizer = fact.tried.at(-1)?.authorizer ?? '';
  if (authorizer === 'system:masters') return caption('caption.Authorized.masters', params);
  return caption('caption.Authorized.allowed', { ...params, authorizer });
}

function userWords(user: string): Caption | string {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):(.+)$/.exec(user) ?? [];
  if (name === undefined) return user;
  return caption('who.serviceAccount', { account: `${namespace}/${name}` });
}

function actionOf(asked: FactOf<'RequestInfoResolved'> | undefined): string {
  if (asked === undefined) return '';
  const { verb, ref, subresource } = asked;
  return `${verb} ${withoutGroup(ref.resource)}${subresource === '' ? '' : `/${subresource}`}`;
}

function ofAdmission(fact: FactOf<'Mutated' | 'Admitted'>): Caption {
  const denied = fact.plugins.find(({ outcome }) => outcome === 'denied');
  const changed = fact.plugins.filter(({ outcome }) => outcome === 'changed');
  if (fact.type === 'Admitted') {
    return denied === undefined
      ? caption('caption.Admitted.ok')
      : caption('caption.Admitted.denied', { denied: denied.plugin });
  }
  if (denied !== undefined) return caption('caption.Mutated.denied', { denied: denied.plugin });
  if (changed.length === 0) return caption('caption.Mutated.none');
  const looked = fact.plugins.filter(({ outcome }) => outcome !== 'off' && outcome !== 'inert');
  return caption('caption.Mutated.changed', {
    n: looked.length,
    changed: changed.map(({ plugin }) => plugin).join(', '),
  });
}
