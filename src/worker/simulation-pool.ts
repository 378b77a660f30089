/**
 * Simulations that are kept alive, so that a command costs what it does and not what came before.
 *
 * In: recordings, one after the other, and the moment at which the reader is likely to type next.
 * Out: for each a simulation that stands as near before its new input as one does. In idle time,
 * step by step, what was used up is made again. What is not kept is computed again when it is
 * needed; nothing of this shows in a trace.
 */
import type { SimTime } from '#base/sim-time';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { LiveSimulation, originOf, scenarioOf } from './live-simulation.ts';
import type { Recording } from './protocol.ts';
import { certainUntil } from './run-recording.ts';

/** How many simulations are kept: three that are made to be used, and one of a run before. */
const mostKept = 4;

/** Runs a simulation a little nearer to a moment; `false`: it had reached it already. */
function advanced(live: LiveSimulation, moment: SimTime, { inputs }: Recording): boolean {
  if (live.doneTo >= moment) return false;
  live.runTo(moment, inputs);
  return true;
}

export class SimulationPool {
  readonly #mostFacts: number;
  #parts: ClusterParts | undefined;
  /** Where simulations stand that were run for a recording: the present one's first. */
  #left: readonly LiveSimulation[] = [];
  /** The recordings of those whose run was not over where they stand. */
  readonly #unfinished = new WeakMap<LiveSimulation, string>();
  /** Booted, and waiting until the first command may be typed. */
  #booted: LiveSimulation | undefined;
  /** On the way to where the reader is likely to type, or there. */
  #ahead: LiveSimulation | undefined;
  #present: Recording | undefined;
  #expected: SimTime | undefined;
  /** Whether a booted one has room beside the present run. */
  #boots = true;

  /** `mostFacts`: how many those hold together that are not the present run's. */
  constructor(mostFacts = 150_000) {
    this.#mostFacts = mostFacts;
  }

  /** All simulations that are kept, those first that are wanted most. */
  get kept(): readonly LiveSimulation[] {
    const [present, ...before] = this.#left;
    return [present, this.#booted, this.#ahead, ...before].filter((live) => live !== undefined);
  }

  /**
   * The simulation that stands furthest on the way of this recording, or a new one: the caller's
   * until it is given back. Throws for a cluster that cannot be built.
   */
  take(recording: Recording, parts: ClusterParts): LiveSimulation {
    this.#parts = parts;
    this.#present = recording;
    this.#expected = undefined;
    this.#boots = true;
    const certain = certainUntil(recording);
    const asked = JSON.stringify(recording);
    const found = this.#furthest((live) => {
      const goesOn = live.at <= certain || this.#unfinished.get(live) === asked;
      return goesOn && live.isOnTheWayOf(recording);
    });
    if (found === undefined) return new LiveSimulation(recording, parts);
    found.provide(parts);
    return found;
  }

  /** Takes back the simulation that a recording was run with, to the end or not. */
  give(live: LiveSimulation, recording: Recording, ended: boolean): void {
    this.#left = [live, ...this.#left];
    if (!ended) this.#unfinished.set(live, JSON.stringify(recording));
    this.#letGo();
  }

  /** Announces that the reader of the present run is likely to do something after this moment. */
  expect(moment: SimTime): void {
    this.#expected = moment;
  }

  /** Prepares a little of what will be needed; `false`: all of it is ready. */
  work(): boolean {
    const [present, parts] = [this.#present, this.#parts];
    if (present === undefined || parts === undefined) return false;
    if (this.#goAhead(present, parts) || this.#boot(present, parts)) {
      this.#letGo();
      return true;
    }
    return false;
  }

  #goAhead(present: Recording, parts: ClusterParts): boolean {
    const moment = this.#expected;
    if (moment === undefined || moment < scenarioOf(present).readyAt) return false;
    const fits = (live: LiveSimulation): boolean => live.at <= moment && live.isOnTheWayOf(present);
    const ahead = this.#ahead;
    if (ahead !== undefined && fits(ahead)) {
      return advanced(ahead, moment, present);
    }
    if (this.#left.some((live) => live.doneTo === moment && fits(live)) || !this.#hasRoom(moment)) {
      return false;
    }
    if (ahead !== undefined) this.#left = [...this.#left, ahead];
    this.#ahead = undefined;
    const own = this.#left[0];
    this.#ahead =
      this.#furthest((live) => live !== own && fits(live)) ?? new LiveSimulation(present, parts);
    this.#ahead.provide(parts);
    return true;
  }

  #boot(present: Recording, parts: ClusterParts): boolean {
    if (!this.#boots) return false;
    const booted = this.#booted;
    // An input at `readyAt` itself may come, and is the first of that moment.
    const moment = scenarioOf(present).readyAt - 1;
    if (booted === undefined || booted.origin !== originOf(present)) {
      this.#booted = new LiveSimulation(present, parts);
      return true;
    }
    return advanced(booted, moment, { ...present, inputs: [] });
  }

  /** Whether a second simulation of the present run may come to this moment. */
  #hasRoom(moment: SimTime): boolean {
    const facts = this.#left[0]?.facts ?? [];
    return facts.length <= this.#mostFacts || (facts[this.#mostFacts]?.at ?? 0) > moment;
  }

  /** Takes out the simulation that is furthest of those that fit. */
  #furthest(fits: (live: LiveSimulation) => boolean): LiveSimulation | undefined {
    let found: LiveSimulation | undefined;
    for (const live of this.kept) {
      if (fits(live) && live.at > (found?.at ?? -2)) found = live;
    }
    if (found === undefined) return undefined;
    this.#unfinished.delete(found);
    if (this.#booted === found) this.#booted = undefined;
    if (this.#ahead === found) this.#ahead = undefined;
    this.#left = this.#left.filter((live) => live !== found);
    return found;
  }

  /** Lets go of those that are wanted least until the rest is small enough. */
  #letGo(): void {
    const kept = this.kept;
    let facts = 0;
    const stay = new Set<LiveSimulation>();
    for (const live of kept) {
      if (live !== this.#left[0]) facts += live.facts.length;
      if (stay.size < mostKept && facts <= this.#mostFacts) stay.add(live);
    }
    if (stay.size === kept.length) return;
    this.#left = this.#left.filter((live) => stay.has(live));
    if (this.#booted !== undefined && !stay.has(this.#booted)) {
      this.#booted = undefined;
      this.#boots = false;
    }
    if (this.#ahead !== undefined && !stay.has(this.#ahead)) {
      this.#ahead = undefined;
      this.#expected = undefined;
    }
  }
}
