/**
 * Simulations that are kept alive, so that a command costs what it does and not what came before.
 *
 * In: recordings, one after the other, the moment at which the reader is likely to type next, and
 * the run that they are likely to ask for. Out: for each a simulation that stands as near before
 * its new input as one does, or has run with it already. In idle time, step by step, what was used
 * up is made again. What is not kept is computed again when it is needed; none of it shows in a
 * trace.
 */
import type { SimTime } from '#base/sim-time';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { LiveSimulation, originOf, scenarioOf } from './live-simulation.ts';
import type { Recording } from './protocol.ts';
import { certainUntil, type RunSlice, runRecording } from './run-recording.ts';

/** How many simulations are kept: three that are made to be used, and one of a run before. */
const mostKept = 4;

/** How many facts a run has at most that nobody has asked for yet. */
const mostAhead = 30_000;

/** A run that has begun before somebody asks for it. */
interface Trial {
  /** Its recording, as text. */
  readonly asked: string;
  readonly live: LiveSimulation;
  readonly slices: Iterator<RunSlice, void>;
  last?: RunSlice;
}

/** Runs a simulation a little nearer to a moment; `false`: it had reached it already. */
function advanced(live: LiveSimulation, moment: SimTime, { inputs }: Recording): boolean {
  if (live.doneTo >= moment) return false;
  live.runTo(moment, inputs);
  return true;
}

/** Runs one slice more; `false`: it is over, or has gone as far as it may. */
function goesOn(trial: Trial): boolean {
  const { live, slices, last } = trial;
  if (last?.ended !== undefined || live.facts.length > mostAhead) return false;
  const { value } = slices.next();
  if (value !== undefined) trial.last = value;
  return value !== undefined;
}

/** What has come already, as one slice; then what is missing. */
function* restOf({ last, slices }: Trial): Generator<RunSlice, void, void> {
  if (last !== undefined) yield last;
  if (last?.ended !== undefined) return;
  for (let next = slices.next(); next.value !== undefined; next = slices.next()) yield next.value;
}

export class SimulationPool {
  readonly #mostFacts: number;
  readonly #mostInRun: number;
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
  /** The run that is likely to be asked for next, and as far as it has gone. */
  #likely: Recording | undefined;
  #trial: Trial | undefined;
  /** Whether a booted one has room beside the present run. */
  #boots = true;

  /**
   * `mostFacts`: how many those hold together that are not the present run's; `mostInRun`: with how
   * many a run ends that was begun here.
   */
  constructor(mostFacts = 150_000, mostInRun = Number.POSITIVE_INFINITY) {
    this.#mostFacts = mostFacts;
    this.#mostInRun = mostInRun;
  }

  /** All simulations that are kept, those first that are wanted most. */
  get kept(): readonly LiveSimulation[] {
    const [present, ...before] = this.#left;
    return [present, this.#booted, this.#ahead, ...before].filter((live) => live !== undefined);
  }

  /**
   * The simulation that stands furthest on the way of this recording, or a new one: the caller's
   * until it is given back. Throws for a cluster that cannot be built. `after`: how many facts of
   * the run the caller has; it needs all others.
   */
  take(
    recording: Recording,
    parts: ClusterParts,
    after = Number.POSITIVE_INFINITY,
  ): LiveSimulation {
    this.#turnTo(recording, parts);
    const certain = certainUntil(recording);
    const asked = JSON.stringify(recording);
    const found = this.#furthest((live) => {
      const goesOn = live.at <= certain || this.#unfinished.get(live) === asked;
      return goesOn && live.keptFrom <= after && live.isOnTheWayOf(recording);
    });
    if (found === undefined) return new LiveSimulation(recording, parts);
    found.provide(parts);
    return found;
  }

  /** The run of this recording as far as it has gone before it was asked for, and its rest. */
  takeAhead(
    recording: Recording,
    parts: ClusterParts,
  ): { live: LiveSimulation; slices: Iterable<RunSlice> } | undefined {
    const trial = this.#trial;
    if (trial?.asked !== JSON.stringify(recording)) return undefined;
    this.#turnTo(recording, parts);
    trial.live.provide(parts);
    return { live: trial.live, slices: restOf(trial) };
  }

  #turnTo(recording: Recording, parts: ClusterParts): void {
    this.#parts = parts;
    this.#present = recording;
    this.#expected = undefined;
    this.#likely = undefined;
    this.#trial = undefined;
    this.#boots = true;
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

  /** Announces the run that the reader is likely to ask for; the parts are what it needs. */
  expectRun(next: Recording, parts: ClusterParts): void {
    if (this.#trial?.asked !== JSON.stringify(next)) this.#trial = undefined;
    this.#likely = next;
    this.#parts = parts;
  }

  /** Prepares a little of what will be needed; `false`: all of it is ready. */
  work(): boolean {
    const [present, parts] = [this.#present, this.#parts];
    if (present === undefined || parts === undefined) return false;
    if (this.#trial !== undefined && goesOn(this.#trial)) return true;
    if (this.#goAhead(present, parts) || this.#boot(present, parts)) {
      this.#letGo();
      return true;
    }
    return this.#tryLikely(parts);
  }

  /** Begins with the run that is likely, from a simulation that nothing else needs. */
  #tryLikely(parts: ClusterParts): boolean {
    const likely = this.#likely;
    this.#likely = undefined;
    if (likely === undefined || this.#trial !== undefined) return false;
    const own = this.#left[0];
    const until = certainUntil(likely);
    const live = this.#furthest(
      (each) => each !== own && each.at <= until && each.isOnTheWayOf(likely),
    );
    if (live === undefined) return false;
    live.provide(parts);
    const slices = runRecording(likely, parts, live, this.#mostInRun);
    this.#trial = { asked: JSON.stringify(likely), live, slices };
    return true;
  }

  #goAhead(present: Recording, parts: ClusterParts): boolean {
    const moment = this.#expected;
    if (moment === undefined || moment < scenarioOf(present).readyAt) return false;
    const fits = (live: LiveSimulation): boolean => live.at <= moment && live.isOnTheWayOf(present);
    const ahead = this.#ahead;
    if (ahead !== undefined && fits(ahead)) {
      // The present run may need parts that the one before it did not.
      ahead.provide(parts);
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
      if (live !== this.#left[0]) facts += live.facts.length - live.keptFrom;
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
