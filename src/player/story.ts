/**
 * Separates the main line of each command from what happens beside it.
 *
 * Each command, and each change that a client outside asks for, has a tale of its own, and an
 * earlier one goes on after a later one began. Decided
 * fact by fact, as they arrive.
 */
import { happensToNodes } from '#facts/facts';
import { requestOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { beginsTale } from './begins-tale.ts';
import { Column } from './column.ts';
import { noteOwners } from './focus-objects.ts';
import { type Copying, type Journal, NotedMap, type Revertible } from './journal.ts';
import { type FactRole, noise, Tale } from './tale.ts';

/** Facts are looked for in so many of the latest tales: clients outside may begin thousands. */
const mostOpen = 40;

export type { FactRole } from './tale.ts';

export class Story implements Revertible {
  /** In the order of the commands. */
  readonly #tales: Tale[] = [];
  /** The command whose consequence a fact is; −1 for none. By fact. */
  #commands = new Column(-1);
  /** The request of a fact of the API server or of etcd; 0 for none. By fact. */
  #requests = new Column();
  /** The role of a fact, by its place among those that occur. By fact. */
  #roles = new Column();
  #kinds: FactRole[] = [noise];
  #places = new Map<string, number>();
  /** Tales give the same few roles again and again. */
  readonly #known = new WeakMap<FactRole, number>();
  readonly #owners: NotedMap<string, readonly string[]>;
  /**
   * The tale of each command, by its input: what is typed for the command later belongs to it, and
   * what it prints. −1 for an act on a machine that began none.
   */
  readonly #talesOfInputs: NotedMap<number, number>;
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#owners = new NotedMap(journal);
    this.#talesOfInputs = new NotedMap(journal);
  }

  /** Takes the next fact and returns its role. */
  add(fact: Fact): FactRole {
    const entered = beginsTale(fact);
    if (entered) this.#begin();
    const inherited = entered ? this.#tales.length - 1 : this.#inheritedBy(fact);
    if (fact.type === 'CommandEntered' || fact.type === 'HostActionTaken') {
      this.#talesOfInputs.set(fact.input, inherited);
    }
    const request = this.#requestOf(fact);
    this.#commands.set(fact.id, inherited);
    this.#requests.set(fact.id, request);
    if (fact.type === 'TxnCommitted') noteOwners(this.#owners, fact);
    const role = this.#role(fact, request, inherited);
    this.#roles.set(fact.id, this.#placeOf(role));
    return role;
  }

  #placeOf(role: FactRole): number {
    if (role === noise) return 0;
    const known = this.#known.get(role);
    if (known !== undefined) return known;
    const key = `${role.command} ${role.role} ${role.detail}`;
    const place = this.#places.get(key) ?? this.#kinds.push(role) - 1;
    this.#places.set(key, place);
    this.#known.set(role, place);
    return place;
  }

  #inheritedBy(fact: Fact): number {
    if (fact.type === 'TerminalTyped') return this.#talesOfInputs.get(fact.command) ?? -1;
    // A command that waits prints because of what an earlier one has brought about.
    const own =
      fact.type === 'OutputPrinted' || fact.type === 'CommandExited'
        ? this.#talesOfInputs.get(fact.input)
        : undefined;
    return own ?? this.#commands.at(fact.cause);
  }

  #begin(): void {
    this.#tales.push(new Tale(this.#tales.length, this.#owners, this.#journal));
    this.#journal.note(this);
  }

  revert(): void {
    this.#tales.pop();
  }

  copy(copying: Copying): Story {
    const copy = new Story(copying.journal);
    copying.isTwin(this, copy);
    copying.map(this.#owners, copy.#owners);
    copying.map(this.#talesOfInputs, copy.#talesOfInputs);
    for (const tale of this.#tales) copy.#tales.push(tale.copy(copying, copy.#owners));
    copy.#commands = this.#commands.copy();
    copy.#requests = this.#requests.copy();
    copy.#roles = this.#roles.copy();
    copy.#kinds = [...this.#kinds];
    copy.#places = new Map(this.#places);
    return copy;
  }

  /** Forgets the facts after this one; the journal has been cut there before. */
  cut(kept: FactId): void {
    for (const column of [this.#commands, this.#requests, this.#roles]) column.cut(kept + 1);
  }

  /** The request a fact belongs to; 0 for none. */
  requestOf(fact: FactId): number {
    return this.#requests.at(fact);
  }

  roleOf(fact: FactId): FactRole {
    return this.#kinds[this.#roles.at(fact)] ?? noise;
  }

  /**
   * The role of a fact that follows from no command: it is told where it happens, in the latest
   * tale.
   */
  #besideTheTale(fact: Fact): FactRole {
    const role = fact.type === 'HostActionTaken' ? 'main' : 'side';
    return { role, detail: 'none', command: this.#tales.length - 1 };
  }

  /** Whether somebody has done something: what machines do before is how the cluster starts. */
  #hasBegun(): boolean {
    return this.#tales.length > 0 || this.#talesOfInputs.size > 0;
  }

  #requestOf(fact: Fact): number {
    const request = requestOf(fact);
    if (request !== undefined) return request;
    // The store, or one of its members.
    const stored = /^etcd(\/|$)/.test(fact.component);
    return stored ? this.#requests.at(fact.cause) : 0;
  }

  /**
   * The consequences of a command are in its own tale, or in the main line of a later one, never in
   * an earlier one. A fact that follows from no command, because a component noticed it by its own
   * timer, is in the latest tale that knows of it.
   */
  #role(fact: Fact, request: number, inherited: number): FactRole {
    if (fact.type === 'TimerFired' || fact.type === 'ComponentStarted') return noise;
    if (fact.type === 'TerminalTyped') return { role: 'main', detail: 'none', command: inherited };
    if (happensToNodes(fact) && this.#hasBegun()) return this.#besideTheTale(fact);
    const cause = this.roleOf(fact.cause);
    const roleIn = (tale: Tale): FactRole =>
      tale.roleOf(fact, { request, inTale: tale.command === inherited, cause });
    if (inherited < 0) {
      for (const tale of this.#tales.slice(-mostOpen).reverse()) {
        const role = roleIn(tale);
        if (role.role !== 'noise') return role;
      }
      return noise;
    }
    const [began] = this.#tales.slice(inherited, inherited + 1);
    const own = began === undefined ? noise : roleIn(began);
    if (own.role === 'main') return own;
    for (const tale of this.#tales.slice(Math.max(inherited + 1, this.#tales.length - mostOpen))) {
      const role = roleIn(tale);
      if (role.role === 'main') return role;
    }
    return own;
  }
}
