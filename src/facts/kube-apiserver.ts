/** What the interface knows about one request's way through the API server. */

import type { Fact, FactOf } from '#trace/facts';
import type { KubeApiserverFact } from '#trace/facts/kube-apiserver';
import { withoutGroup } from '#trace/object-key';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { refuses } from './standing.ts';
import { keyWords, objectWords, whoOf } from './words.ts';

/** A part of a request that is never a step of its own. */
const noStep = { requestStep: () => false } as const;

const isDenied = (plugins: readonly { readonly outcome: string }[]): boolean =>
  plugins.some(({ outcome }) => outcome === 'denied');

export const kubeApiserverFacts: {
  readonly [T in KubeApiserverFact['type']]: FactKind<FactOf<T>>;
} = {
  RequestReceived: {
    ...noStep,
    begins: 'served',
    station: () => 'received',
    caption: () => caption('caption.RequestReceived'),
    title: (_, t) => t('title.RequestReceived'),
  },
  RequestInfoResolved: {
    ...noStep,
    station: () => 'received',
    caption: ({ subresource, isResourceRequest, ref, verb }) => {
      const part = subresource === '' ? '' : `/${subresource}`;
      const resource = isResourceRequest ? `${ref.resource}${part}` : 'path';
      return caption('caption.RequestInfoResolved', { verb, resource });
    },
  },
  Authenticated: {
    standing: ({ succeeded }) => (succeeded ? undefined : refuses('authentication')),
    verb: 'authenticate',
    requestStep: ({ succeeded }, detail) => detail === 'full' || !succeeded,
    station: () => 'authenticate',
    stage: 'authenticate',
    caption: ofAuthenticated,
    title: ({ succeeded, user }, t) => (succeeded ? t('title.Authenticated', { user }) : undefined),
  },
  AuditEventLogged: {
    ...noStep,
    caption: ({ stage }) => caption('caption.AuditEventLogged', { stage }),
    title: ({ stage }, t) => t('title.AuditEventLogged', { stage }),
  },
  Impersonated: {
    ...noStep,
    stage: 'authenticate',
    caption: ({ user }) => caption('caption.Impersonated', { user }),
  },
  FlowControlled: {
    standing: ({ outcome }) => (outcome === 'rejected' ? refuses('flow control') : undefined),
    verb: 'flow-control',
    requestStep: ({ outcome }, detail) => detail === 'full' || outcome !== 'executing',
    station: () => 'flow-control',
    stage: 'flow-control',
    caption: ofFlowControlled,
    title: ({ priorityLevel }, t) => t('title.FlowControlled', { level: priorityLevel }),
  },
  Authorized: {
    standing({ allowed }, { isFirstWrite }) {
      if (!allowed) return refuses('authorization');
      return isFirstWrite ? { kind: 'check', state: 'authorized' } : undefined;
    },
    verb: 'authorize',
    requestStep: ({ allowed }, detail) => detail === 'full' || !allowed,
    station: () => 'authorize',
    stage: 'authorize',
    caption: (fact) => captionOfAuthorized(fact),
    title: ({ tried, allowed }, t) => {
      const authorizer = tried.at(-1)?.authorizer ?? '';
      if (authorizer === 'system:masters') return t('title.Authorized.masters');
      return allowed ? t('title.Authorized', { authorizer }) : t('title.Authorized.denied');
    },
  },
  RequestRouted: {
    ...noStep,
    begins: 'handled',
    station: () => 'authorize',
    caption: ({ servedBy }) =>
      caption(`caption.RequestRouted.${servedBy === 'none' ? servedBy : 'served'}`, { servedBy }),
  },
  Decoded: {
    ...noStep,
    station: () => 'mutate',
    stage: 'mutate',
    caption: ({ problems }) =>
      caption(`caption.Decoded.${problems.length === 0 ? 'ok' : 'problems'}`, {
        problems: problems.join(', '),
      }),
  },
  Defaulted: {
    ...noStep,
    station: () => 'mutate',
    stage: 'mutate',
    caption: () => caption('caption.Defaulted'),
  },
  Mutated: {
    standing: ({ plugins }) => (isDenied(plugins) ? refuses('admission') : undefined),
    verb: 'mutate',
    requestStep: (fact, detail) => detail === 'full' || deniedBy(fact) !== undefined,
    station: () => 'mutate',
    stage: 'mutate',
    caption: ofMutated,
    title: (fact, t) => {
      if (deniedBy(fact) !== undefined) return undefined;
      const n = changedBy(fact).length;
      return n === 0 ? t('title.Mutated.none') : t('title.Mutated', { n });
    },
  },
  WebhookCalled: {
    station: () => 'mutate',
    stage: 'mutate',
    caption: ({ outcome, webhook, detail }) =>
      caption(`caption.WebhookCalled.${outcome}`, { webhook, detail }),
  },
  Validated: {
    standing: ({ errors }) => (errors.length > 0 ? refuses('validation') : undefined),
    verb: 'validate',
    requestStep: ({ errors }) => errors.length > 0,
    station: () => 'validate',
    stage: 'validate',
    caption: ({ errors }) =>
      caption(`caption.Validated.${errors.length === 0 ? 'ok' : 'errors'}`, {
        errors: errors.join('; '),
      }),
    title: ({ errors }, t) => (errors.length === 0 ? t('title.Validated') : undefined),
  },
  Admitted: {
    standing({ plugins }, { isFirstWrite }) {
      if (isDenied(plugins)) return refuses('admission');
      return isFirstWrite ? { kind: 'check', state: 'admitted' } : undefined;
    },
    verb: 'admit',
    requestStep: (fact, detail) => detail === 'full' || deniedBy(fact) !== undefined,
    station: () => 'validate',
    stage: 'validate',
    caption: (fact) => {
      const denied = deniedBy(fact) ?? '';
      return caption(`caption.Admitted.${denied === '' ? 'ok' : 'denied'}`, { denied });
    },
    title: (fact, t) => (deniedBy(fact) === undefined ? t('title.Admitted') : undefined),
  },
  StorageWriteStarted: {
    verb: 'store',
    begins: 'write',
    requestStep: (_, detail) => detail === 'full',
    station: () => 'store',
    stage: 'store',
    caption: ({ expectedRevision, storageVersion }) =>
      caption(`caption.StorageWriteStarted.${expectedRevision === 0 ? 'create' : 'update'}`, {
        storageVersion,
        revision: expectedRevision,
      }),
    title: ({ key }, t) => t('title.StorageWriteStarted', { object: keyWords(key) }),
  },
  ReadServed: {
    verb: 'read',
    requestStep: (_, detail) => detail === 'full',
    station: () => 'store',
    stage: 'store',
    // Only a list has a resource version of its own.
    caption: ({ from, items, resourceVersion }) =>
      caption(`caption.ReadServed${resourceVersion !== '' ? '' : items === 0 ? '.none' : '.one'}`, {
        from: from === 'etcd' ? from : caption('diagram.watchCache'),
        resourceVersion,
      }),
  },
  ResponseSent: {
    ...noStep,
    ends: ['handled', 'served'],
    station: () => 'answered',
    stage: 'store',
    caption: ({ code, reason, message }) =>
      caption(`caption.ResponseSent.${code < 400 ? 'ok' : 'error'}`, { code, reason, message }),
    title: ({ code, reason }, t) => t('title.Response', { code: `${code} ${reason}`.trim() }),
  },
  WatchCacheUpdated: {
    stage: 'store',
    caption: ({ watchers }) => caption('caption.WatchCacheUpdated', { watchers }),
    title: ({ ref }, t) => t('title.WatchCacheUpdated', { object: objectWords(ref) }),
  },
  WatchEventSent: {
    ...noStep,
    caption: ({ ref, to }) =>
      caption('caption.WatchEventSent', { object: objectWords(ref), to: whoOf(to) }),
  },
};

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

/**
 * The caption of an authorization. The fact does not repeat who sent which request: earlier facts
 * of the request contain that.
 */
export function captionOfAuthorized(
  fact: FactOf<'Authorized'>,
  request: readonly Fact[] = [],
): Caption {
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

type Admission = FactOf<'Mutated' | 'Admitted'>;

/** The plugin that refused. */
const deniedBy = ({ plugins }: Admission): string | undefined =>
  plugins.find(({ outcome }) => outcome === 'denied')?.plugin;

const changedBy = ({ plugins }: Admission): readonly string[] =>
  plugins.filter(({ outcome }) => outcome === 'changed').map(({ plugin }) => plugin);

function ofMutated(fact: FactOf<'Mutated'>): Caption {
  const denied = deniedBy(fact);
  if (denied !== undefined) return caption('caption.Mutated.denied', { denied });
  const changed = changedBy(fact);
  if (changed.length === 0) return caption('caption.Mutated.none');
  const looked = fact.plugins.filter(({ outcome }) => outcome !== 'off' && outcome !== 'inert');
  return caption('caption.Mutated.changed', { n: looked.length, changed: changed.join(', ') });
}
