/**
 * The objects that the main line of a command is about, and how closely each request is followed.
 *
 * An object is in focus when the command wrote it, or when it is the first one of its resource
 * that was written for an object in focus (by owner reference).
 */
import type { Detail } from '#facts/fact-kind';
import { generateNameOf, isPassedOn } from '#facts/requests';
import type { FactOf } from '#trace/facts';
import {
  type OwnerReference,
  objectKey,
  ownerKey,
  storedObjectKey,
  withoutGroup,
} from '#trace/object-key';
import { type Copying, type Journal, NotedSet } from './journal.ts';

/** Owners of every stored object: a delete, which carries no object, needs them. */
export type ObjectOwners = Map<string, readonly string[]>;

/** Keeps the owners of the object in a write. */
export function noteOwners(owners: ObjectOwners, fact: FactOf<'TxnCommitted'>): void {
  const key = storedObjectKey(fact.key);
  if (fact.value === undefined) return;
  const [known, now] = [owners.get(key), ownersOf(fact.value, key)];
  // A Lease is written again and again, and a journal keeps every change.
  if (known?.join() !== now.join()) owners.set(key, now);
}

interface OwnedObject {
  readonly metadata?: {
    readonly ownerReferences?: readonly OwnerReference[];
  };
}

export class FocusObjects {
  readonly #keys: NotedSet<string>;
  /** Resources whose first child was found already. */
  readonly #resources: NotedSet<string>;
  readonly #owners: ObjectOwners;
  readonly #readDetail: Detail;

  /**
   * A new command starts with nothing in focus; `readDetail` is how closely its reads are followed.
   */
  constructor(owners: ObjectOwners, readDetail: Detail, journal: Journal) {
    this.#keys = new NotedSet(journal);
    this.#resources = new NotedSet(journal);
    this.#owners = owners;
    this.#readDetail = readDetail;
  }

  copy(copying: Copying, owners: ObjectOwners): FocusObjects {
    const copy = new FocusObjects(owners, this.#readDetail, copying.journal);
    copying.set(this.#keys, copy.#keys);
    copying.set(this.#resources, copy.#resources);
    return copy;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  /** An object of before the command that goes on because of it: the first one of its resource. */
  adopt(key: string): void {
    const [resource = ''] = key.split('/');
    if (this.#resources.has(resource)) return;
    this.#resources.add(resource);
    this.#keys.add(key);
  }

  /** How closely to follow a request; decided when it is sent. */
  detailOf(fact: FactOf<'RequestSent'>, inTale: boolean): Detail {
    const { component, ref, method, url, body } = fact;
    if (/[?&]watch=/.test(url)) return 'none';
    if (isPassedOn(fact)) return inTale ? 'brief' : 'none';
    if (component === 'kubectl' || component === 'outside')
      return inTale ? this.#detailOfCommand(fact) : 'none';
    if (method === 'GET' || ref.resource === 'events' || ref.resource.startsWith('events.')) {
      return 'none';
    }
    const key = objectKey(ref);
    const generated = generateNameOf(body) !== undefined;
    if (!generated && this.#keys.has(key)) return detailOfFollowUp(fact);
    const resource = withoutGroup(ref.resource);
    const owners = body === undefined ? [] : ownersOf(body, `${resource}/${ref.namespace}/`);
    const known = owners.length > 0 ? owners : (this.#owners.get(key) ?? []);
    if (this.#resources.has(resource) || !known.some((owner) => this.#keys.has(owner))) {
      return 'none';
    }
    this.#resources.add(resource);
    if (ref.name !== '' && !generated) this.#keys.add(key);
    return method === 'POST' ? 'full' : 'medium';
  }

  // A command is not about the objects that kubectl only reads: others go on writing them.
  #detailOfCommand({ ref, method }: FactOf<'RequestSent'>): Detail {
    if (ref.resource === '') return 'brief';
    if (method === 'GET') return this.#readDetail;
    if (ref.name !== '') this.#keys.add(objectKey(ref));
    this.#resources.add(withoutGroup(ref.resource));
    return 'full';
  }
}

// A binding is told in full; reports of a kubelet and changes of a controller are shorter; a
// controller's own bookkeeping in `status` happens beside the main line.
function detailOfFollowUp({ method, url, component }: FactOf<'RequestSent'>): Detail {
  if (/\/status(?:\?|$)/.test(url)) return component.endsWith('/kubelet') ? 'medium' : 'none';
  return method === 'POST' ? 'full' : 'medium';
}

/** Owners as object keys in the namespace of the object that they own. */
function ownersOf(object: unknown, key: string): readonly string[] {
  const owners = (object as OwnedObject).metadata?.ownerReferences ?? [];
  const namespace = key.split('/')[1] ?? '';
  return owners.flatMap((owner) => ownerKey(owner, namespace) ?? []);
}
