/**
 * What clients were told by their watches, against what the store did.
 *
 * In: the facts of a run. Out: the first event that a watch should not have had, or should have
 * had before. A watch that begins with a state tells that of its first bookmark, whole; one that
 * begins at a revision tells each change after it. Both go on without a gap, in the order of the
 * commits, and what a client takes from the stream is what was sent, in its order.
 */
import type { Fact, FactOf } from '#trace/facts';
import type { Breach } from './evidence.ts';
import type { Change, History } from './history.ts';
import { type Selects, selectionOfQuery } from './selection.ts';

type Sent = FactOf<'WatchEventSent'>;

interface Told {
  readonly component: string;
  readonly resource: string;
  readonly prefix: string;
  readonly selects: Selects;
  readonly changes: readonly Change[];
  /** The client knows everything up to this revision; `undefined`: its first state still comes. */
  knows: number | undefined;
  /** The next of `changes` that it does not know. */
  next: number;
  /** Key → resource version, of the first state. */
  readonly first: Map<string, string>;
  /** Changes that were sent, and how many of them were taken from the stream. */
  readonly sent: Sent[];
  taken: number;
}

export class ClientWatches {
  readonly #history: History;
  readonly #open = new Map<number, Told>();

  constructor(history: History) {
    this.#history = history;
  }

  /** Takes the next fact; what is wrong with it. */
  take(fact: Fact): Breach | undefined {
    switch (fact.type) {
      case 'RequestSent':
        if (fact.url.includes('watch=true')) this.#begin(fact);
        return undefined;
      case 'WatchEventSent': {
        const told = this.#open.get(fact.request);
        return told && breach(fact, told, this.#sent(told, fact));
      }
      case 'WatchEventReceived': {
        const told = this.#open.get(fact.request);
        return told && breach(fact, told, received(told, fact));
      }
      case 'InformerSynced':
        return this.#synced(fact);
      default:
        return undefined;
    }
  }

  #begin({ request, component, url, ref }: FactOf<'RequestSent'>): void {
    const query = new URL(url, 'https://server').searchParams;
    const prefix = this.#history.prefixOf(ref.resource);
    const start = Number(query.get('resourceVersion') ?? '');
    const isStateFirst = query.get('sendInitialEvents') === 'true';
    // Where a first state ends is not told to a client that asks for no bookmarks.
    if (prefix === undefined || (!isStateFirst && start === 0)) return;
    const changes = this.#history.changes(prefix);
    const knows = isStateFirst ? undefined : start;
    this.#open.set(request, {
      ...{
        component,
        resource: ref.resource,
        changes,
        knows,
        first: new Map(),
        sent: [],
        taken: 0,
      },
      prefix: ref.namespace === '' ? prefix : `${prefix}${ref.namespace}/`,
      selects: selectionOfQuery(query),
      next: knows === undefined ? 0 : changes.findIndex(({ revision }) => revision > knows),
    });
  }

  #sent(told: Told, fact: Sent): string | undefined {
    if (fact.event === 'ERROR') return undefined;
    const revision = Number(fact.resourceVersion);
    if (fact.event !== 'BOOKMARK') {
      if (told.knows !== undefined) return sentChange(told, fact, revision);
      told.first.set(this.#keyOf(fact), fact.resourceVersion);
      return undefined;
    }
    if (told.knows === undefined) return this.#firstState(told, revision);
    const missed = skip(told, revision);
    return missed && `hears of ${revision}, but not of ${missed.key} at ${missed.revision}`;
  }

  /** The first state is complete: it was that of the store. */
  #firstState(told: Told, revision: number): string | undefined {
    told.knows = revision;
    told.next = told.changes.findIndex((change) => change.revision > revision);
    const { first, prefix, selects } = told;
    let due = 0;
    for (const version of this.#history.lastVersions(prefix, revision)) {
      if (!selects(version.value)) continue;
      due++;
      const at = first.get(version.key);
      if (at === String(version.revision)) continue;
      return `has ${version.key} first at ${at}, and at ${revision} it was ${version.revision}`;
    }
    return first.size === due ? undefined : `begins with ${first.size} objects instead of ${due}`;
  }

  #keyOf({ ref }: Sent): string {
    const prefix = this.#history.prefixOf(ref.resource) ?? '';
    return prefix + (ref.namespace === '' ? '' : `${ref.namespace}/`) + ref.name;
  }

  /** What an informer counted is what one of its watches began with. */
  #synced({ id, component, resource, items, resourceVersion }: FactOf<'InformerSynced'>) {
    const [here, complete] = [[...this.#open.values()], Number(resourceVersion)];
    const its = here.filter((told) => told.component === component && told.resource === resource);
    if (its.length === 0 || its.some((told) => told.knows === undefined)) return undefined;
    if (its.some(({ first, knows = 0 }) => first.size === items && knows >= complete))
      return undefined;
    const message = `${component} has listed ${items} ${resource} at ${resourceVersion}`;
    return { fact: id, message: `${message}, which no watch told it` };
  }
}

const breach = (fact: Fact, { component, resource }: Told, message: string | undefined) =>
  message === undefined
    ? undefined
    : { fact: fact.id, message: `${component}, which watches ${resource}, ${message}` };

/** Passes the changes up to a revision; the first that the watch should have told. */
function skip(told: Told, until: number): Change | undefined {
  for (; told.next >= 0; told.next++) {
    const change = told.changes[told.next];
    if (change === undefined || change.revision > until) break;
    if (eventOf(told, change) !== undefined) return change;
  }
  told.knows = until;
  return undefined;
}

/** Source: cache_watcher.go convertToWatchEvent. */
function eventOf({ prefix, selects }: Told, { key, value, previous }: Change): string | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const [now, before] = [selects(value), selects(previous)];
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

function sentChange(told: Told, fact: Sent, revision: number): string | undefined {
  const { event, ref } = fact;
  const name = `${event} ${ref.namespace}/${ref.name} at ${revision}`;
  if (revision <= (told.knows ?? 0)) return `hears of ${name} after ${told.knows}`;
  const missed = skip(told, revision - 1);
  if (missed !== undefined) return `misses ${missed.key} at ${missed.revision} before ${name}`;
  const change = told.changes[told.next++];
  const isThat = change?.revision === revision && change.key.endsWith(`/${ref.name}`);
  if (!isThat || eventOf(told, change) !== event) return `hears of ${name}, which was not so`;
  told.knows = revision;
  told.sent.push(fact);
  return undefined;
}

function received(told: Told, fact: FactOf<'WatchEventReceived'>): string | undefined {
  const { event, ref, resourceVersion } = fact;
  const sent = told.sent[told.taken++];
  if (sent?.resourceVersion === resourceVersion && sent.event === event) return undefined;
  return `takes ${event} ${ref.namespace}/${ref.name} at ${resourceVersion}, not what was sent`;
}
