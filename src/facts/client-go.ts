/** What the interface knows about requests as their sender sees them, informers and work queues. */

import type { FactOf } from '#trace/facts';
import type { ClientGoFact } from '#trace/facts/client-go';
import { objectKey } from '#trace/object-key';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { moduleOfRequest } from './kubelet-module.ts';
import { asksForObjects, firstPart, generateNameOf, isPassedOn, pathOf } from './requests.ts';
import { refuses } from './standing.ts';
import {
  codeWords,
  durationWords,
  firstLine,
  objectWords,
  subresourceOf,
  verbOf,
  whoOf,
} from './words.ts';

/** A connection to a container changes no object, whichever way it is asked for. */
const connects = /\/(exec|attach|portforward)(\?|$)/;

/** Codes of refusals: beside the main line too they explain why something is missing. */
const refusals = new Set([403, 422]);

export const clientGoFacts: { readonly [T in ClientGoFact['type']]: FactKind<FactOf<T>> } = {
  RequestSent: {
    standing(fact, run) {
      const { method, url } = fact;
      if (!run.main) return undefined;
      if (isPassedOn(fact)) {
        return run.firstOfCommand('passed on') ? { kind: 'act', state: 'passed on' } : undefined;
      }
      if (method === 'GET' || connects.test(url)) return undefined;
      if (run.isAPersons) return { kind: 'act', state: 'sent' };
      const binds = /\/binding(\?|$)/.test(url);
      return binds && run.first('binding') ? { kind: 'act', state: 'assumed' } : undefined;
    },
    verb: 'send',
    begins: 'request',
    requestStep: (_, detail) => detail !== 'none',
    station: () => 'sent',
    stage: 'bind',
    module: ({ method, ref }) => moduleOfRequest(method, ref.resource),
    caption: ofRequest,
    title: ({ component, method, url, ref, body }) => {
      if (isPassedOn({ component, url })) return `${objectWords(ref)}${firstPart(url)} → kubelet`;
      const object = asksForObjects({ url, ref })
        ? objectWords(ref) + subresourceOf(url)
        : pathOf(url);
      const rest = generateNameOf(body) === undefined ? '' : '…';
      return `${verbOf(method, url)} ${object}${rest}`;
    },
  },
  ResponseReceived: {
    // Beside the main line no fact before this one shows that the answer is a refusal. A kubelet
    // may not read a Pod before it is bound to its node; it asks again, and that is no story.
    standing: ({ code, component }, { main }) =>
      !main && code >= 400 && !(code === 403 && component.endsWith('/kubelet'))
        ? refuses(`with ${code}`)
        : undefined,
    verb: 'receive',
    ends: ['request'],
    requestStep: ({ code }, detail) => detail === 'full' || detail === 'brief' || code >= 400,
    sideStep: ({ code }) => refusals.has(code),
    station: () => 'returned',
    stage: 'bind',
    caption: ({ component, code }) =>
      caption(`caption.ResponseReceived.${code < 400 ? 'ok' : 'error'}`, {
        who: whoOf(component),
        code: codeWords(code),
      }),
    title: ({ code }, t) => t('title.Response', { code }),
  },
  StreamPieceSent: {
    verb: 'stream',
    hop: ({ channel }) => (channel === 'resize' ? undefined : ''),
    caption: ({ component, channel, text }) =>
      caption(`caption.StreamPieceSent.${channel}`, {
        who: whoOf(component),
        text: firstLine(text.replaceAll('\r', '\n')),
      }),
  },
  ConnectionFailed: {
    standing({ component, message }, run) {
      const stands = run.main && run.firstOfCommand(`unreachable ${component} ${message}`);
      return stands ? refuses('connection') : undefined;
    },
    ends: ['request'],
    requestStep: (_, detail) => detail !== 'none',
    caption: ({ component, message }) =>
      caption('caption.ConnectionFailed', { who: whoOf(component), message }),
  },
  WatchEventReceived: {
    verb: 'hear',
    hop: hearingOf,
    caption: ofWatchEvent,
    title: ({ component, ref }, t) =>
      t('title.WatchEventReceived', { who: whoOf(component), object: objectWords(ref) }),
  },
  InformerSynced: {
    caption: ({ component, resource, items }) =>
      caption('caption.InformerSynced', { who: whoOf(component), resource, items }),
  },
  KeyAdded: {
    standing: (_, run) =>
      run.main && run.first('a work queue') ? { kind: 'watch', state: 'enqueued' } : undefined,
    verb: 'enqueue',
    hop: ({ merged, key }) => (merged ? undefined : key),
    caption: ({ component, key, delay }) =>
      caption(`caption.KeyAdded.${delay === 0 ? 'now' : 'later'}`, {
        who: whoOf(component),
        key,
        delay: durationWords(delay),
      }),
  },
  KeyTaken: {
    caption: ({ component, key }) => caption('caption.KeyTaken', { who: whoOf(component), key }),
  },
  KeyDone: {
    caption: ({ component, key }) => caption('caption.KeyDone', { who: whoOf(component), key }),
  },
  LeaderElected: {
    standing: ({ lease, leading }) =>
      leading ? { kind: 'report', state: `leads by ${lease}` } : undefined,
    verb: 'lead',
    sideStep: ({ leading }) => leading,
    happensToNodes: ({ leading }) => leading,
    caption: ({ identity, lease }) => caption('caption.LeaderElected', { identity, lease }),
    title: ({ component }, t) => t('title.LeaderElected', { who: whoOf(component) }),
  },
  EventRecorded: {
    standing: (fact, { main }) =>
      main && tellsWhy(fact) ? { kind: 'report', state: `noted ${fact.reason}` } : undefined,
    verb: 'note',
    hop: (fact) => (tellsWhy(fact) ? `${fact.reason} ${fact.message}` : undefined),
    caption: ({ component, reason, message }) =>
      caption('caption.EventRecorded', { who: whoOf(component), reason, message }),
  },
};

/** What a program says in an Event and nowhere else: why nothing goes on. */
const tellsWhy = ({ reason }: FactOf<'EventRecorded'>): boolean =>
  /^(FailedMount|FailedAttachVolume|Unhealthy|WaitForFirstConsumer)$/.test(reason);

/** Which informer listens to what, on the main line. */
const listeners: readonly (readonly [component: RegExp, resource: RegExp, event: RegExp])[] = [
  [/^kube-controller-manager/, /^(deployments|replicasets)\./, /./],
  [/^kube-scheduler$/, /^pods$/, /^ADDED$/],
  [/\/kubelet$/, /^pods$/, /./],
];

/** That a component hears of an object for the first time, and that the object has gone. */
function hearingOf({ component, ref, event }: FactOf<'WatchEventReceived'>): string | undefined {
  const listens = listeners.some(
    ([who, what, when]) => who.test(component) && what.test(ref.resource) && when.test(event),
  );
  if (!listens || event === 'BOOKMARK') return undefined;
  return `${event === 'DELETED' ? 'gone' : 'known'} ${objectKey(ref)}`;
}

interface SentBody {
  readonly metadata?: { readonly name?: string };
  readonly target?: { readonly name?: string };
}

function ofRequest(fact: FactOf<'RequestSent'>): Caption {
  const { method, url, ref, component } = fact;
  const who = whoOf(component);
  const verb = verbOf(method, url);
  const subresource = subresourceOf(url);
  const { metadata, target } = (fact.body ?? {}) as SentBody;
  const generated = generateNameOf(fact.body);
  const name =
    ref.name !== '' || method !== 'POST' ? ref.name : (metadata?.name ?? generated ?? '');
  const object = objectWords({ ...ref, name });
  // The only URL of another program than the API server that is read here.
  if (url.startsWith('/metrics/resource')) {
    return caption('caption.RequestSent.kubelet', { who, node: ref.name });
  }
  if (isPassedOn(fact)) return caption('caption.RequestSent.passed', { who, object });
  if (method === 'GET') {
    return caption('caption.RequestSent.read', { who, verb, object: object + subresource });
  }
  if (subresource === '/binding') {
    return caption('caption.RequestSent.binding', { who, object, node: target?.name ?? '' });
  }
  if (subresource === '/status')
    return caption('caption.RequestSent.status', { who, verb, object });
  if (generated !== undefined) {
    return caption('caption.RequestSent.generated', { who, verb, object });
  }
  const kind = component === 'kubectl' ? 'write' : 'component';
  return caption(`caption.RequestSent.${kind}`, { who, verb, object: object + subresource });
}

function ofWatchEvent(fact: FactOf<'WatchEventReceived'>): Caption {
  const params = { who: whoOf(fact.component), object: objectWords(fact.ref) };
  if (fact.event === 'DELETED') return caption('caption.WatchEventReceived.gone', params);
  const own = fact.component.endsWith('/kubelet') && fact.ref.resource === 'pods';
  if (!own) return caption('caption.WatchEventReceived', params);
  const first = fact.event === 'ADDED';
  return caption(`caption.WatchEventReceived.kubelet${first ? '' : '.changed'}`, params);
}
