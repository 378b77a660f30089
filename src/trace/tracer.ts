/**
 * Writes facts: numbers them, stamps the virtual time and links each to its cause.
 *
 * The cause is the simulation's present one, so a component only says what happened. A fact
 * becomes the cause of what the same process does next and of whoever it wakes.
 */
import { must } from '#base/assert';
import type { SimTime } from '#base/sim-time';
import type { Simulation } from '#sim/simulation';
import type { ComponentId, FactId } from './fact.ts';
import { type Fact, type FactDraft, type FactOf, type FactType, rootFactTypes } from './facts.ts';

/**
 * The timers that fired. Any of them may be the cause of something later, so all are kept: a served
 * cluster has hundreds of thousands in a day, hence columns of numbers and no records.
 */
class FiredTimers {
  readonly #names: { readonly component: ComponentId; readonly timer: string }[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #name: number[] = [];
  readonly #firedAt: SimTime[] = [];
  readonly #fact: FactId[] = [];

  /** Returns its number, from 1 on. */
  add(component: ComponentId, timer: string, firedAt: SimTime): number {
    const key = `${component} ${timer}`;
    const index = this.#indexes.get(key) ?? this.#names.push({ component, timer }) - 1;
    this.#indexes.set(key, index);
    this.#firedAt.push(firedAt);
    this.#fact.push(0);
    return this.#name.push(index);
  }

  /** The fact of a timer; `write` gives it when it has none. */
  factOf(number: number, write: (draft: FactDraft) => FactId): FactId {
    const at = number - 1;
    const known = this.#fact[at] as FactId;
    if (known !== 0) return known;
    const { component, timer } = must(this.#names[this.#name[at] as number], 'a timer');
    const firedAt = this.#firedAt[at] as SimTime;
    const fact = write({ type: 'TimerFired', component, timer, firedAt });
    this.#fact[at] = fact;
    return fact;
  }
}

export class Tracer {
  readonly #sim: Simulation;
  readonly #facts: Fact[] = [];
  #keeps: boolean;
  #keptFrom = 0;
  #count = 0;
  readonly #timers = new FiredTimers();
  readonly #heard = new Map<FactType, (fact: Fact) => void>();

  /** `keeps`: whether the facts are kept. Without, only their numbers go on, in bounded memory. */
  constructor(sim: Simulation, keeps = true) {
    this.#sim = sim;
    this.#keeps = keeps;
  }

  /** The fact with id n stands at n − 1. The places of those that were let go are empty. */
  get facts(): readonly Fact[] {
    return this.#facts;
  }

  /** How many facts were let go: the first ones. */
  get keptFrom(): number {
    return this.#keptFrom;
  }

  /**
   * Tells a listener each fact of a type as it is written; one listener for a type. Whoever waits
   * for few kinds of facts need not look at all of them.
   */
  hear<T extends FactType>(type: T, listener: (fact: FactOf<T>) => void): void {
    if (this.#heard.has(type)) throw new Error(`${type} is heard already`);
    this.#heard.set(type, listener as (fact: Fact) => void);
  }

  /** Lets go of the facts before this place, to be called when nobody reads them any more. */
  letGo(before: number): void {
    const facts: (Fact | undefined)[] = this.#facts;
    const end = Math.min(before, facts.length);
    for (; this.#keptFrom < end; this.#keptFrom++) facts[this.#keptFrom] = undefined;
  }

  /** From now on facts are numbered and not kept. */
  stopKeeping(): void {
    this.#keeps = false;
  }

  /** Records a fact under the present cause and makes it the present cause. Returns its id. */
  emit(draft: FactDraft): FactId {
    const cause = this.#resolve(this.#sim.cause);
    if (cause === 0 && !rootFactTypes.has(draft.type))
      throw new Error(`${draft.type} has no cause`);
    return this.#append(draft, cause);
  }

  /** Records the beginning of a chain: a person's input or the start of a process. */
  emitRoot(draft: FactDraft): FactId {
    if (!rootFactTypes.has(draft.type)) throw new Error(`${draft.type} is not a root`);
    return this.#append(draft, 0);
  }

  /**
   * Makes the component's own timer the cause of what the calling process does next.
   * The fact `TimerFired` is written only if something comes of it.
   */
  timer(component: ComponentId, timer: string): void {
    this.#sim.traced(-this.#timers.add(component, timer, this.#sim.now));
  }

  /** The present cause as a fact id, for records that keep it (work queue items and the like). */
  get cause(): FactId {
    return this.#sim.cause;
  }

  #resolve(cause: number): FactId {
    if (cause >= 0) return cause;
    return this.#timers.factOf(-cause, (draft) => this.#append(draft, 0));
  }

  /** The draft itself becomes the fact, so the caller must not use it again. */
  #append(draft: FactDraft, cause: FactId): FactId {
    const stamped = draft as { -readonly [Stamp in 'id' | 'at' | 'cause']?: number };
    const id = ++this.#count;
    stamped.id = id;
    stamped.at = this.#sim.now;
    stamped.cause = cause;
    const fact = draft as Fact;
    if (this.#keeps) this.#facts.push(fact);
    this.#heard.get(fact.type)?.(fact);
    this.#sim.traced(id);
    return id;
  }
}
