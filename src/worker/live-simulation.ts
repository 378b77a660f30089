/**
 * A cluster that stands at a moment and can be run on: from there on, it may become any run whose
 * inputs were the same so far.
 *
 * An input is handed to it when its moment comes, never before, so it holds nothing of its future.
 */
import type { SimTime } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { buildCluster } from '#scenarios/built-cluster';
import { scenarioClusters } from '#scenarios/clusters';
import { findScenario } from '#scenarios/index';
import type { Scenario } from '#scenarios/scenario';
import type { Fact } from '#trace/facts';
import { TraceHash } from '#trace/trace-hash';
import type { ClusterProblem, Recording, TimedInput } from './protocol.ts';

/** The recording brings a cluster that cannot be built. */
export class ClusterRefused extends Error {
  readonly problems: readonly ClusterProblem[];

  constructor(problems: readonly ClusterProblem[]) {
    super(`This cluster cannot be built:\n${problems.map(problemText).join('\n')}`);
    this.problems = problems;
  }
}

const problemText = ({ path, message }: ClusterProblem): string => `${path}: ${message}`;

/** What runs have in common before anything is done in them. */
export const originOf = ({ scenario, seed, cluster = '' }: Recording): string =>
  JSON.stringify([scenario, seed, cluster]);

/** Events that one piece of work may dispatch: a few milliseconds. */
export const mostEvents = 300;

export class LiveSimulation {
  readonly origin: string;
  readonly #simulation: ClusterSimulation;
  #taken: readonly TimedInput[] = [];
  #at: SimTime = -1;
  #doneTo: SimTime = -1;
  /** Of the facts that were let go. */
  readonly #goneHash = new TraceHash();

  /** Throws for a scenario that does not exist and for a cluster that cannot be built. */
  constructor(recording: Recording, parts: ClusterParts) {
    this.origin = originOf(recording);
    this.#simulation = simulationOf(recording, parts);
  }

  /** The last moment that has begun; −1: none has. */
  get at(): SimTime {
    return this.#at;
  }

  /** All of this moment has happened, and of those before. */
  get doneTo(): SimTime {
    return this.#doneTo;
  }

  /** The trace so far; it only grows. The places of facts that were let go are empty. */
  get facts(): readonly Fact[] {
    return this.#simulation.tracer.facts;
  }

  /** How many facts were let go: the first ones. Whoever lacks one of them needs another run. */
  get keptFrom(): number {
    return this.#simulation.tracer.keptFrom;
  }

  /** Lets go of the facts before this place, which the reader has. */
  letGo(before: number): void {
    for (const fact of this.facts.slice(this.keptFrom, Math.max(this.keptFrom, before))) {
      this.#goneHash.add(fact);
    }
    this.#simulation.letGo(before);
  }

  /** The hash of the facts that were let go; the caller goes on with those that are kept. */
  get goneHash(): TraceHash {
    return this.#goneHash.copy();
  }

  /** Since when nothing but heartbeats happens, or `undefined` while a command runs. */
  quietSince(): SimTime | undefined {
    return this.#simulation.quietSince();
  }

  /** The cluster itself, for a world that goes on with it and says afterwards what it did. */
  get simulation(): ClusterSimulation {
    return this.#simulation;
  }

  /** A world has gone on with the cluster: these are all inputs, and the present moment is over. */
  wentOn(inputs: readonly TimedInput[]): void {
    this.#taken = inOrder(inputs);
    this.#at = this.#simulation.sim.now;
    this.#doneTo = this.#at;
  }

  /** Gives it parts that were fetched since it was made. */
  provide(parts: ClusterParts): void {
    this.#simulation.provide(parts);
  }

  /** Whether the run of this recording, too, is in this state at this moment. */
  isOnTheWayOf(recording: Recording): boolean {
    if (originOf(recording) !== this.origin) return false;
    const inputs = inOrder(recording.inputs).filter(({ at }) => at <= this.#at);
    return JSON.stringify(inputs) === JSON.stringify(this.#taken);
  }

  /**
   * Runs to the end of a moment, or until so many events have happened, and takes those inputs that
   * come on the way. Returns whether the moment is over.
   */
  runTo(moment: SimTime, inputs: readonly TimedInput[], events = mostEvents): boolean {
    let left = events;
    const spend = (): boolean => --left <= 0;
    const { sim } = this.#simulation;
    for (;;) {
      const next = inputs.reduce(
        (first, { at }) => (at > this.#at && at < first ? at : first),
        moment + 1,
      );
      // An input is handed over when everything before it has happened.
      sim.run(next - 1, spend);
      this.#at = Math.max(this.#at, sim.now);
      if (left <= 0) return false;
      this.#doneTo = Math.max(this.#doneTo, next - 1);
      this.#at = Math.max(this.#at, this.#doneTo);
      if (next > moment) return true;
      const due = inputs.filter(({ at }) => at === next);
      for (const input of due) this.#simulation.plan(input);
      this.#taken = [...this.#taken, ...due];
      this.#at = next;
    }
  }
}

/** By their moments; those of one moment as they stand. */
const inOrder = (inputs: readonly TimedInput[]): readonly TimedInput[] =>
  inputs.toSorted((a, b) => a.at - b.at);

/** Throws when there is no such scenario. */
export function scenarioOf({ scenario: id }: Recording): Scenario {
  const scenario = findScenario(id);
  if (scenario === undefined) throw new Error(`There is no scenario "${id}".`);
  return scenario;
}

/**
 * The cluster of a recording at the beginning of its run. Throws for a scenario that does not exist
 * and for a cluster that cannot be built. `keepsTrace`: whether its facts are kept.
 */
export function simulationOf(
  recording: Recording,
  parts: ClusterParts,
  keepsTrace = true,
): ClusterSimulation {
  return new ClusterSimulation(configOf(recording), recording.seed, parts, keepsTrace);
}

/** The scenario's cluster, or the one that the recording brings; throws when that is none. */
export function configOf(recording: Recording): ClusterConfig {
  const { cluster } = recording;
  const scenario = scenarioOf(recording);
  if (cluster === undefined) return scenarioClusters[scenario.id];
  const built = buildCluster(cluster);
  if (built.ok) return built.value;
  throw new ClusterRefused(built.error);
}
