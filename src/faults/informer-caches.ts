/**
 * The caches of all informers, rebuilt from what the trace says each of them received.
 *
 * In: the facts of a run. Out: for each informer that still lives the versions it holds. An
 * informer that begins anew lists first: then it holds the store's state at that list's version.
 */
import { second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import type { History } from './history.ts';

/** An open watch hears a bookmark about once a minute. */
const bookmarksCome = 90 * second;

export interface InformerCache {
  readonly component: string;
  readonly resource: string;
  /** Where its objects are in the store. */
  readonly prefix: string;
  /** Whether the informer selects this object. */
  readonly selects: (object: KubeObject) => boolean;
  /** Key in the store → resource version. */
  readonly versions: Map<string, string>;
  /** It has asked for a list, which is not complete. */
  lists: boolean;
  /** Of a single object: the kubelet watches it only as long as a Pod needs it. */
  readonly ofOne: boolean;
  /** When the server sent it something last. */
  heardAt: number;
}

/** An informer whose list had another number of objects than the store at that version. */
export interface WrongList {
  readonly fact: FactId;
  readonly message: string;
}

export class InformerCaches {
  readonly #history: History;
  readonly #caches = new Map<string, InformerCache>();
  readonly #byRequest = new Map<number, InformerCache>();
  readonly wrongLists: WrongList[] = [];

  constructor(facts: readonly Fact[], history: History) {
    this.#history = history;
    for (const fact of facts) this.#take(fact);
  }

  /** Those of processes that run, at a moment. */
  living(now: number): readonly InformerCache[] {
    return [...this.#caches.values()].filter(
      ({ lists, ofOne, heardAt }) => !lists && (!ofOne || heardAt > now - bookmarksCome),
    );
  }

  #take(fact: Fact): void {
    switch (fact.type) {
      case 'RequestSent':
        if (fact.url.includes('watch=true')) this.#open(fact);
        break;
      case 'InformerSynced':
        this.#replace(fact);
        break;
      case 'WatchEventReceived':
        this.#apply(fact);
        break;
      case 'WatchEventSent':
        this.#heard(fact);
        break;
      case 'ComponentStopped':
        this.#end(fact.component);
        break;
      case 'LeaderElected':
        if (!fact.leading) this.#end(fact.component);
        break;
      default:
    }
  }

  #open({ request, at, component, url, ref }: FactOf<'RequestSent'>): void {
    const query = new URL(url, 'https://server').searchParams;
    const selectors = ['fieldSelector', 'labelSelector'].map((name) => query.get(name) ?? '');
    const key = [component, ref.resource, ref.namespace, ref.name, ...selectors].join(' ');
    const [fields = '', labels = ''] = selectors;
    const prefix = this.#history.prefixOf(ref.resource);
    const selects = selectorOf(fields);
    if (prefix === undefined || selects === undefined || labels !== '') return;
    const below = ref.namespace === '' ? prefix : `${prefix}${ref.namespace}/`;
    const fresh = query.get('sendInitialEvents') === 'true';
    let cache = this.#caches.get(key);
    if (cache === undefined) {
      const { resource } = ref;
      const ofOne = fields.startsWith('metadata.name=');
      const content = { versions: new Map<string, string>(), lists: true, ofOne, heardAt: at };
      cache = { component, resource, prefix: below, selects, ...content };
      this.#caches.set(key, cache);
    }
    if (fresh) cache.lists = true;
    this.#byRequest.set(request, cache);
  }

  #heard({ request, at }: FactOf<'WatchEventSent'>): void {
    const cache = this.#byRequest.get(request);
    if (cache !== undefined) cache.heardAt = at;
  }

  #replace({ id, component, resource, items, resourceVersion }: FactOf<'InformerSynced'>): void {
    const waiting = [...this.#caches.values()].filter(
      (cache) => cache.lists && cache.component === component && cache.resource === resource,
    );
    const revision = Number(resourceVersion);
    for (const cache of waiting) {
      const listed = this.#stateAt(cache, revision);
      if (listed.size !== items) {
        if (waiting.length > 1) continue;
        const message = `${component} listed ${items} ${resource} at ${resourceVersion}`;
        this.wrongLists.push({ fact: id, message: `${message}, the store has ${listed.size}` });
      }
      cache.versions.clear();
      for (const [key, version] of listed) cache.versions.set(key, version);
      cache.lists = false;
      return;
    }
  }

  #stateAt({ prefix, selects }: InformerCache, revision: number): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const version of this.#history.lastVersions(prefix, revision)) {
      const { key, value } = version;
      if (value !== undefined && selects(value)) found.set(key, String(version.revision));
    }
    return found;
  }

  #apply({ request, event, ref, resourceVersion }: FactOf<'WatchEventReceived'>): void {
    const cache = this.#byRequest.get(request);
    const prefix = this.#history.prefixOf(ref.resource);
    if (cache === undefined || prefix === undefined || event === 'BOOKMARK') return;
    const key = prefix + (ref.namespace === '' ? '' : `${ref.namespace}/`) + ref.name;
    if (event === 'DELETED') cache.versions.delete(key);
    else cache.versions.set(key, resourceVersion);
  }

  #end(component: string): void {
    for (const [key, cache] of this.#caches) {
      if (cache.component === component || cache.component.startsWith(`${component}/`)) {
        this.#caches.delete(key);
      }
    }
  }
}

/** `undefined` for a field that is not known here. */
function selectorOf(text: string): ((object: KubeObject) => boolean) | undefined {
  const terms = text.split(',').filter((term) => term !== '');
  const tests = terms.map((term) => {
    const [, path = '', operator, value = ''] = /^([\w.]+)(!=|==?)(.*)$/.exec(term) ?? [];
    const equal = operator !== '!=';
    return (object: KubeObject) => (fieldOf(object, path) === value) === equal;
  });
  return (object) => tests.every((test) => test(object));
}

function fieldOf(object: KubeObject, path: string): string {
  let value: unknown = object;
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }
  return typeof value === 'string' ? value : '';
}
