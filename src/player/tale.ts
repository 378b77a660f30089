/**
 * One command's story: which facts are on its main line, and which happen beside it.
 *
 * The main line follows one object at each level: the object that the command wrote, then the first
 * object that a controller wrote for it, and so on down to one pod on one node. Its siblings are
 * `side`; heartbeats and deliveries to others are `noise`.
 */
import type { Detail } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { plansSomething } from '#facts/kubelet';
import { inputOf, keyOf, namedObject, podOf } from '#facts/names';
import { isBackgroundKey } from '#trace/background';
import type { Fact, FactOf } from '#trace/facts';
import { objectKey, storedObjectKey } from '#trace/object-key';
import { FocusObjects, type ObjectOwners } from './focus-objects.ts';
import { type Copying, type Journal, NotedMap, NotedSet } from './journal.ts';

/** The role of a fact in the story of the command it belongs to. */
export interface FactRole {
  readonly role: 'main' | 'side' | 'noise';
  /** How closely the request that this fact is a part of is followed. */
  readonly detail: Detail;
  /** The command of the run that it belongs to, from 0; −1 for none. */
  readonly command: number;
}

export const noise: FactRole = { role: 'noise', detail: 'none', command: -1 };

export interface FactContext {
  /** The request that the fact belongs to; 0 for none. */
  readonly request: number;
  /** Whether the fact follows from the tale's command. */
  readonly inTale: boolean;
  /** The role of the fact's cause. */
  readonly cause: FactRole;
}

export class Tale {
  readonly command: number;
  #focus: FocusObjects;
  readonly #details: NotedMap<number, Detail>;
  /** Objects that the tale wrote, on the main line or beside it, and what was made for them. */
  readonly #objects: NotedSet<string>;
  readonly #owners: ObjectOwners;
  /** One role for all facts that have it: a run has hundreds of thousands of facts. */
  readonly #sideRole: FactRole;
  readonly #mainRoles: Readonly<Record<Detail, FactRole>>;

  /** The tale of the nth command, from 0; a later one that only reads is told in fewer steps. */
  constructor(command: number, owners: ObjectOwners, journal: Journal) {
    this.#details = new NotedMap(journal);
    this.#objects = new NotedSet(journal);
    this.command = command;
    this.#owners = owners;
    const main = (detail: Detail): FactRole => ({ role: 'main', detail, command });
    this.#sideRole = { role: 'side', detail: 'none', command };
    this.#mainRoles = {
      full: main('full'),
      medium: main('medium'),
      brief: main('brief'),
      none: main('none'),
    };
    this.#focus = new FocusObjects(owners, command === 0 ? 'full' : 'brief', journal);
  }

  copy(copying: Copying, owners: ObjectOwners): Tale {
    const copy = new Tale(this.command, owners, copying.journal);
    copying.map(this.#details, copy.#details);
    copying.set(this.#objects, copy.#objects);
    copy.#focus = this.#focus.copy(copying, owners);
    return copy;
  }

  /** The role of the fact in this tale. To be called once for each fact. */
  roleOf(fact: Fact, context: FactContext): FactRole {
    switch (fact.type) {
      case 'CommandEntered':
      case 'OutsideActionTaken':
        return context.inTale ? this.#main() : noise;
      case 'RequestSent':
        return this.#roleOfRequest(fact, context);
      case 'TxnCommitted':
        return this.#roleOfWrite(fact, context);
      default:
        return this.#roleOfOther(fact, context);
    }
  }

  #main(detail: Detail = 'full'): FactRole {
    return this.#mainRoles[detail];
  }

  #side(is: boolean): FactRole {
    return is ? this.#sideRole : noise;
  }

  #roleOfRequest(fact: FactOf<'RequestSent'>, { inTale }: FactContext): FactRole {
    const detail = this.#focus.detailOf(fact, inTale);
    if (detail === 'none') return this.#side(inTale);
    this.#details.set(fact.request, detail);
    return this.#main(detail);
  }

  #roleOfWrite(fact: FactOf<'TxnCommitted'>, { request, inTale }: FactContext): FactRole {
    const key = storedObjectKey(fact.key);
    const detail = this.#details.get(request) ?? 'none';
    if (detail !== 'none' && detail !== 'brief') this.#focus.add(key);
    if (isBackgroundKey(fact.key)) return noise;
    const known = inTale || this.#knows(key);
    if (known) this.#objects.add(key);
    return detail === 'none' ? this.#side(known) : this.#main(detail);
  }

  /** A Pod for a lost one follows from no command, but its ReplicaSet belongs to one. */
  #knows(key: string): boolean {
    const owners = this.#owners.get(key) ?? [];
    return this.#objects.has(key) || owners.some((owner) => this.#objects.has(owner));
  }

  #roleOfOther(fact: Fact, { request, inTale, cause }: FactContext): FactRole {
    if (inputOf(fact) !== undefined && typed.test(fact.component)) {
      return inTale ? this.#main() : noise;
    }
    if (request !== 0 && fact.type !== 'WatchEventReceived' && fact.type !== 'WatchEventSent') {
      const detail = this.#details.get(request) ?? 'none';
      return detail === 'none' ? this.#side(inTale) : this.#main(detail);
    }
    // A Pod that has waited for what the command does is what the command leads to.
    if (inTale && fact.type === 'PodQueued' && cause.role === 'main') {
      this.#focus.adopt(`pods/${fact.pod}`);
    }
    // So is a static Pod that its kubelet reads from the file.
    if (inTale && fact.type === 'PodConfigChanged' && fact.source === 'file') {
      this.#focus.adopt(`pods/${fact.pod}`);
    }
    const goesOn = inTale && (isExec(fact) || (cause.role === 'main' && isOnTheWay(fact)));
    if (goesOn || this.#isAboutFocus(fact, cause)) return this.#main();
    return this.#side(inTale || this.#isAboutTale(fact));
  }

  #isAboutFocus(fact: Fact, cause: FactRole): boolean {
    const pod = podOf(fact);
    if (isLookByTheClock(fact, cause)) return false;
    if (pod !== undefined) return this.#focus.has(`pods/${pod}`);
    if (fact.type === 'SyncLoopPicked') {
      return fact.pods.some((pod) => this.#focus.has(`pods/${pod}`));
    }
    if (fact.type === 'RegistryAnswered') {
      return cause.role === 'main' && cause.command === this.command;
    }
    const key = keyOf(fact);
    if (key !== undefined && fact.component.includes('/')) {
      return this.#focus.has(controllerKey(fact.component, key));
    }
    const ref = namedObject(fact);
    return ref !== undefined && this.#focus.has(objectKey(ref));
  }

  #isAboutTale(fact: Fact): boolean {
    const pod = podOf(fact);
    if (pod !== undefined) return this.#objects.has(`pods/${pod}`);
    if (fact.type === 'ProxyRulesSynced') {
      return fact.changed.some((service) => this.#objects.has(`services/${service}`));
    }
    const ref = namedObject(fact);
    return ref !== undefined && this.#objects.has(objectKey(ref));
  }
}

/**
 * A Pod that its kubelet looks at again by the clock is not worth a step; what the kubelet then
 * does is.
 */
function isLookByTheClock(fact: Fact, cause: FactRole): boolean {
  switch (fact.type) {
    case 'SyncLoopPicked':
      return fact.channel === 'sync';
    case 'PodSyncStarted':
      return fact.update === 'sync' && cause.role !== 'main';
    case 'PodSyncStep':
    case 'PodSyncFinished':
      return cause.role !== 'main';
    case 'PodActionsComputed':
      return cause.role !== 'main' && !plansSomething(fact);
    default:
      return false;
  }
}

/** A kubelet has a process started in a container, because the command asks for it. */
const isExec = (fact: Fact): boolean =>
  (fact.type === 'CriCalled' || fact.type === 'CriReturned') && fact.method === 'Exec';

/** What a packet meets, and whom a program asks for an address. */
const isOnTheWay = (fact: Fact): boolean => kindOf(fact).stage === 'network';

/** A program that the person runs: kubectl, or another one beside it. */
const typed = /^kubectl$|^person\//;

/** `kube-controller-manager/replicaset-controller` keeps keys of `replicasets`. */
export function controllerKey(component: string, key: string): string {
  const name = component.slice(component.indexOf('/') + 1);
  return `${name.replace(/-controller$/, 's')}/${key}`;
}
