/**
 * Tells the main line of a command from what happens beside it.
 *
 * The main line follows one object at each level: what the command wrote, then the first object
 * that a controller wrote for it, and so on down to one pod on one node. Its siblings are `side`;
 * heartbeats and deliveries to others are `noise`. Decided fact by fact, as they arrive.
 */
import type { FactId, ObjectRef } from '#trace/fact';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Detail, FocusObjects, objectKey, storedObjectKey } from './focus-objects.ts';

/** What a fact is to the story of the command it belongs to. */
export interface FactRole {
  readonly role: 'main' | 'side' | 'noise';
  /** How closely the request that this fact is a part of is followed. */
  readonly detail: Detail;
}

const noise: FactRole = { role: 'noise', detail: 'none' };
const main = (detail: Detail = 'full'): FactRole => ({ role: 'main', detail });

const heartbeatKey = /^\/registry\/(leases|masterleases|peerserverleases|events|ranges)\//;

export class Story {
  #focus = new FocusObjects();
  /** Which command's consequences a fact belongs to; 0: none. By fact id − 1. */
  readonly #stories: number[] = [];
  /** The request a fact of the API server or of etcd belongs to; 0: none. By fact id − 1. */
  readonly #requests: number[] = [];
  readonly #roles: FactRole[] = [];
  readonly #details = new Map<number, Detail>();
  /** Objects that the present story wrote, on the main line or beside it. */
  #objects = new Set<string>();
  #story = 0;

  /** Takes the next fact and says what it is. */
  add(fact: Fact): FactRole {
    if (fact.type === 'CommandEntered') this.#begin();
    const inherited = this.#stories[fact.cause - 1] ?? 0;
    this.#stories.push(fact.type === 'CommandEntered' ? this.#story : inherited);
    this.#requests.push(this.#requestOf(fact));
    const role = this.#story === 0 ? noise : this.#role(fact, inherited === this.#story);
    this.#roles.push(role);
    return role;
  }

  /** The request a fact belongs to; 0 when to none. */
  requestOf(fact: FactId): number {
    return this.#requests[fact - 1] ?? 0;
  }

  roleOf(fact: FactId): FactRole {
    return this.#roles[fact - 1] ?? noise;
  }

  #begin(): void {
    this.#story++;
    this.#focus = new FocusObjects(this.#focus);
    this.#objects = new Set();
  }

  #requestOf(fact: Fact): number {
    if ('request' in fact && typeof fact.request === 'number') return fact.request;
    return fact.component === 'etcd' ? (this.#requests[fact.cause - 1] ?? 0) : 0;
  }

  #role(fact: Fact, inStory: boolean): FactRole {
    switch (fact.type) {
      case 'CommandEntered':
        return main();
      case 'RequestSent':
        return this.#roleOfRequest(fact, inStory);
      case 'TxnCommitted':
        return this.#roleOfWrite(fact, inStory);
      case 'TimerFired':
      case 'ComponentStarted':
        return noise;
      default:
        return this.#roleOfOther(fact, inStory);
    }
  }

  #roleOfRequest(fact: FactOf<'RequestSent'>, inStory: boolean): FactRole {
    const detail = this.#focus.detailOf(fact, inStory);
    this.#details.set(fact.request, detail);
    if (detail !== 'none') return main(detail);
    return inStory ? { role: 'side', detail } : noise;
  }

  #roleOfWrite(fact: FactOf<'TxnCommitted'>, inStory: boolean): FactRole {
    const key = storedObjectKey(fact.key);
    this.#focus.noteOwners(key, fact);
    const detail = this.#details.get(this.requestOf(fact.id)) ?? 'none';
    if (detail !== 'none' && detail !== 'brief') this.#focus.add(key);
    if (heartbeatKey.test(fact.key)) return noise;
    const known = inStory || this.#objects.has(key);
    if (known) this.#objects.add(key);
    if (detail !== 'none') return main(detail);
    return known ? { role: 'side', detail } : noise;
  }

  #roleOfOther(fact: Fact, inStory: boolean): FactRole {
    if ('input' in fact && fact.component === 'kubectl') return main();
    const request = this.requestOf(fact.id);
    if (request !== 0 && fact.type !== 'WatchEventReceived' && fact.type !== 'WatchEventSent') {
      const detail = this.#details.get(request) ?? 'none';
      if (detail !== 'none') return main(detail);
      return inStory ? { role: 'side', detail } : noise;
    }
    if (this.#isAboutFocus(fact)) return main();
    if (inStory || this.#isAboutStory(fact)) return { role: 'side', detail: 'none' };
    return noise;
  }

  #isAboutFocus(fact: Fact): boolean {
    if ('pod' in fact && fact.pod !== '') return this.#focus.has(`pods/${fact.pod}`);
    if (fact.type === 'SyncLoopPicked') {
      return fact.pods.some((pod) => this.#focus.has(`pods/${pod}`));
    }
    if (fact.type === 'RegistryAnswered') return this.roleOf(fact.cause).role === 'main';
    if ('key' in fact && fact.component.includes('/')) {
      return this.#focus.has(controllerKey(fact.component, fact.key));
    }
    const ref = refOf(fact);
    return ref !== undefined && this.#focus.has(objectKey(ref));
  }

  #isAboutStory(fact: Fact): boolean {
    if ('pod' in fact && fact.pod !== '') return this.#objects.has(`pods/${fact.pod}`);
    const ref = refOf(fact);
    return ref !== undefined && this.#objects.has(objectKey(ref));
  }
}

function refOf(fact: Fact): ObjectRef | undefined {
  if ('ref' in fact) return fact.ref;
  return 'regarding' in fact ? fact.regarding : undefined;
}

// `kube-controller-manager/replicaset-controller` keeps keys of `replicasets`.
function controllerKey(component: string, key: string): string {
  const name = component.slice(component.indexOf('/') + 1);
  return `${name.replace(/-controller$/, 's')}/${key}`;
}
