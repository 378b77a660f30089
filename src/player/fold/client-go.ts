/** Folds requests as their senders see them, informers and work queues. */
import type { FactOf } from '#trace/facts';
import type { QueueScene, RequestScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { beginBinding } from './kube-scheduler.ts';
import { excluding, including, type Reducers } from './reducer.ts';

export const clientGoReducers: Reducers = {
  RequestSent(draft, fact) {
    draft.requests.set(fact.request, requestOf(fact));
    draft.senders.set(fact.component, fact.id);
    if (fact.component === 'kubectl') noteCode(draft, undefined);
    if (fact.component === 'kube-scheduler' && subresourceOf(fact.url) === 'binding') {
      beginBinding(draft, `${fact.ref.namespace}/${fact.ref.name}`);
    }
  },
  ResponseReceived(draft, { request: id, code, component, id: fact }) {
    const request = draft.requests.get(id);
    if (request === undefined) return;
    if (component === 'kubectl') noteCode(draft, code);
    if (request.watch && code < 300) {
      draft.requests.delete(id);
      openWatch(draft, request);
      return;
    }
    if (draft.returned !== id) draft.requests.delete(draft.returned);
    draft.returned = id;
    draft.requests.set(id, {
      ...request,
      code,
      stage: 'returned',
      passed: [...request.passed, 'returned'],
      facts: [...request.facts, fact],
    });
  },
  ConnectionFailed(draft, { request }) {
    draft.requests.delete(request);
  },
  WatchEventReceived(draft, { component, ref, resourceVersion, event, request }) {
    const key = informerKey(component, ref.resource);
    const known = draft.informers.get(key);
    const items = (known?.items ?? 0) + itemChange[event];
    draft.informers.set(key, { items, resourceVersion });
    const watch = draft.watches.get(request);
    if (watch !== undefined) draft.watches.set(request, { ...watch, resourceVersion });
  },
  InformerSynced(draft, { component, resource, items, resourceVersion }) {
    draft.informers.set(informerKey(component, resource), { items, resourceVersion });
  },
  KeyAdded(draft, fact) {
    const queue = queueOf(draft, fact);
    if (fact.delay > 0) {
      put(draft, { ...queue, delayed: including(queue.delayed, fact.key) });
    } else {
      const delayed = excluding(queue.delayed, fact.key);
      put(draft, { ...queue, delayed, waiting: including(queue.waiting, fact.key) });
    }
  },
  KeyTaken(draft, fact) {
    const queue = queueOf(draft, fact);
    put(draft, {
      ...queue,
      waiting: excluding(queue.waiting, fact.key),
      delayed: excluding(queue.delayed, fact.key),
      processing: including(queue.processing, fact.key),
    });
  },
  KeyDone(draft, fact) {
    const queue = queueOf(draft, fact);
    const waiting = fact.again ? including(queue.waiting, fact.key) : queue.waiting;
    put(draft, { ...queue, waiting, processing: excluding(queue.processing, fact.key) });
  },
  EventRecorded(draft, fact) {
    draft.addEvent(fact);
  },
};

/** What is different when a reflector opens its watch again. */
const ofOneTime = /&?(resourceVersion\w*|timeoutSeconds|sendInitialEvents)=[^&]*/g;
/** Each of their watches is one of its own, even where the addresses are the same. */
const severalClients: readonly string[] = ['kubectl', 'outside'];

/** No fact says that a watch has ended: its client opens it again, in place of the one before. */
function openWatch({ watches }: SceneDraft, { id, client, ref, url }: RequestScene): void {
  const path = url.replace(ofOneTime, '');
  if (!severalClients.includes(client)) {
    for (const before of [...watches.values()]) {
      if (before.client === client && before.path === path) watches.delete(before.request);
    }
  }
  watches.set(id, { request: id, client, path, resource: ref.resource, resourceVersion: '' });
}

const itemChange = { ADDED: 1, MODIFIED: 0, DELETED: -1, BOOKMARK: 0 } as const;

/** The key of `Scene.informers`. */
const informerKey = (component: string, resource: string): string => `${component} ${resource}`;

function requestOf(fact: FactOf<'RequestSent'>): RequestScene {
  const { request, method, url, user, ref, component, at, id } = fact;
  return {
    id: request,
    client: component,
    method,
    url,
    user,
    ref,
    subresource: subresourceOf(url),
    watch: /[?&]watch=(true|1)\b/.test(url),
    stage: 'sent',
    passed: ['sent'],
    sentAt: at,
    facts: [id],
  };
}

// The API server will report the exact resource; until then, the last part of the path.
function subresourceOf(url: string): string {
  return /\/(binding|status|scale|log|exec|eviction|token)(?:\?|$)/.exec(url)?.[1] ?? '';
}

function noteCode(draft: SceneDraft, code: number | undefined): void {
  const last = draft.commands.at(-1);
  if (last === undefined || last.exitCode !== undefined) return;
  draft.commands = [...draft.commands.slice(0, -1), { ...last, code }];
}

type QueueFact = FactOf<'KeyAdded' | 'KeyTaken' | 'KeyDone'>;

/** The key of `Scene.queues`. */
const queueKey = (component: string, queue: string): string => `${component} ${queue}`;

function queueOf(draft: SceneDraft, { component, queue }: QueueFact): QueueScene {
  const known = draft.queues.get(queueKey(component, queue));
  return known ?? { component, queue, waiting: [], delayed: [], processing: [] };
}

function put(draft: SceneDraft, queue: QueueScene): void {
  draft.queues.set(queueKey(queue.component, queue.queue), queue);
}
