/** The words for one request's way through the API server. */
import { assertUnreachable } from '#base/assert';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { componentWords, objectWords } from './words.ts';

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
      return caption(`caption.FlowControlled.${fact.outcome}`, {
        priorityLevel: fact.priorityLevel,
      });
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
        from: fact.from,
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
        to: componentWords(fact.to),
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
  return caption('caption.Authenticated.ok', {
    authenticator,
    user: fact.user,
    groups: fact.groups.join(', '),
  });
}

function ofAuthorized(fact: FactOf<'Authorized'>): Caption {
  const user = userOf(fact);
  if (!fact.allowed) return caption('caption.Authorized.denied', { user });
  return caption('caption.Authorized.allowed', {
    user,
    authorizer: fact.tried.at(-1)?.authorizer ?? '',
  });
}

// The fact does not repeat the user; the reason of RBAC names it when there is one.
function userOf(fact: FactOf<'Authorized'>): string {
  return /to (?:User|ServiceAccount) "([^"]+)"/.exec(fact.reason)?.[1] ?? 'it';
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
