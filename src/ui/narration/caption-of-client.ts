/** The words for what clients of the API do: kubectl, and the client-go of every component. */
import { assertUnreachable } from '#base/assert';
import { generateNameOf } from '#player/object-words';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import {
  codeWords,
  durationWords,
  firstLine,
  objectWords,
  subresourceOf,
  verbOf,
  whoOf,
} from './words.ts';

const types = [
  'CommandParsed',
  'KubeconfigLoaded',
  'DiscoveryCacheRead',
  'ManifestGenerated',
  'OutputPrinted',
  'CommandExited',
  'RequestSent',
  'ResponseReceived',
  'ConnectionFailed',
  'WatchEventReceived',
  'InformerSynced',
  'KeyAdded',
  'KeyTaken',
  'KeyDone',
  'LeaderElected',
  'EventRecorded',
] as const;
type ClientFact = FactOf<(typeof types)[number]>;

const known: ReadonlySet<string> = new Set(types);
export const isClientFact = (fact: Fact): fact is ClientFact => known.has(fact.type);

export function captionOfClient(fact: ClientFact): Caption {
  const who = whoOf(fact.component);
  switch (fact.type) {
    case 'CommandParsed':
      return caption('caption.CommandParsed', { command: fact.command });
    case 'KubeconfigLoaded':
      return caption('caption.KubeconfigLoaded', { server: fact.server, user: fact.user });
    case 'DiscoveryCacheRead':
      return caption(`caption.DiscoveryCacheRead.${fact.hit ? 'hit' : 'miss'}`);
    case 'ManifestGenerated':
      return caption('caption.ManifestGenerated', {
        kind: fact.object.kind,
        name: fact.object.metadata.name,
      });
    case 'OutputPrinted': {
      // The first line of a table is its head, which says nothing.
      const n = fact.text.trimEnd().split('\n').length;
      return n === 1
        ? caption('caption.OutputPrinted', { text: firstLine(fact.text) })
        : caption('caption.OutputPrinted.lines', { n });
    }
    case 'CommandExited':
      return caption('caption.CommandExited', { exitCode: fact.exitCode });
    case 'RequestSent':
      return ofRequest(fact, who);
    case 'ResponseReceived':
      return caption(`caption.ResponseReceived.${fact.code < 400 ? 'ok' : 'error'}`, {
        who,
        code: codeWords(fact.code),
      });
    case 'ConnectionFailed':
      return caption('caption.ConnectionFailed', { who, message: fact.message });
    case 'WatchEventReceived':
      return ofWatchEvent(fact, who);
    case 'InformerSynced':
      return caption('caption.InformerSynced', {
        who,
        resource: fact.resource,
        items: fact.items,
      });
    case 'KeyAdded':
      return fact.delay === 0
        ? caption('caption.KeyAdded.now', { who, key: fact.key })
        : caption('caption.KeyAdded.later', {
            who,
            key: fact.key,
            delay: durationWords(fact.delay),
          });
    case 'KeyTaken':
      return caption('caption.KeyTaken', { who, key: fact.key });
    case 'KeyDone':
      return caption('caption.KeyDone', { who, key: fact.key });
    case 'LeaderElected':
      return caption('caption.LeaderElected', { identity: fact.identity, lease: fact.lease });
    case 'EventRecorded':
      return caption('caption.EventRecorded', { who, reason: fact.reason, message: fact.message });
    default:
      return assertUnreachable(fact);
  }
}

interface SentBody {
  readonly metadata?: { readonly name?: string };
  readonly target?: { readonly name?: string };
}

function ofRequest(fact: FactOf<'RequestSent'>, who: Caption | string): Caption {
  const { method, url, ref, component } = fact;
  const verb = verbOf(method, url);
  const subresource = subresourceOf(url);
  const { metadata, target } = (fact.body ?? {}) as SentBody;
  const generated = generateNameOf(fact.body);
  const name =
    ref.name !== '' || method !== 'POST' ? ref.name : (metadata?.name ?? generated ?? '');
  const object = objectWords({ ...ref, name });
  // The one thing that a component reads of another than the API server here.
  if (url.startsWith('/metrics/resource')) {
    return caption('caption.RequestSent.kubelet', { who, node: ref.name });
  }
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

function ofWatchEvent(fact: FactOf<'WatchEventReceived'>, who: Caption | string): Caption {
  const params = { who, object: objectWords(fact.ref) };
  if (fact.event === 'DELETED') return caption('caption.WatchEventReceived.gone', params);
  const own = fact.component.endsWith('/kubelet') && fact.ref.resource === 'pods';
  if (!own) return caption('caption.WatchEventReceived', params);
  const first = fact.event === 'ADDED';
  return caption(`caption.WatchEventReceived.kubelet${first ? '' : '.changed'}`, params);
}
