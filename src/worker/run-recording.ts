/**
 * Runs a recording in slices, so that a worker can post facts and hear a stop in between.
 *
 * The run ends when the cluster has settled after its last input, or at the scenario's horizon.
 */
import { second } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { buildCluster } from '#scenarios/built-cluster';
import { scenarioClusters } from '#scenarios/clusters';
import { findScenario } from '#scenarios/index';
import type { Scenario } from '#scenarios/scenario';
import type { Fact } from '#trace/trace-event';
import type { ClusterProblem, Recording } from './protocol.ts';

/** Virtual time that one slice may take. */
const slice = second / 2;
/** How long nothing but heartbeats may happen until the run counts as settled. */
const settleAfter = 35 * second;

/** The recording brings a cluster that cannot be built. */
export class ClusterRefused extends Error {
  readonly problems: readonly ClusterProblem[];

  constructor(problems: readonly ClusterProblem[]) {
    super(`This cluster cannot be built:\n${problems.map(problemText).join('\n')}`);
    this.problems = problems;
  }
}

const problemText = ({ path, message }: ClusterProblem): string => `${path}: ${message}`;

export interface RunSlice {
  /** The trace so far; it only grows. */
  readonly facts: readonly Fact[];
  readonly at: number;
  readonly horizon: number;
  /** Why the run is over; `undefined` while it goes on. */
  readonly ended: 'settled' | 'horizon' | undefined;
}

/**
 * Runs slice by slice; each step of the iterator is one. Throws when the recording names an
 * unknown scenario, needs a part that is not given, or the simulator itself fails: all are for the
 * caller to report.
 */
export function* runRecording(
  recording: Recording,
  parts: ClusterParts,
): Generator<RunSlice, void, void> {
  const scenario = findScenario(recording.scenario);
  if (scenario === undefined) throw new Error(`There is no scenario "${recording.scenario}".`);
  const cluster = clusterFor(recording, scenario);
  const simulation = new ClusterSimulation(cluster, recording.seed, parts);
  let lastInput = 0;
  for (const input of recording.inputs) {
    simulation.plan(input);
    lastInput = Math.max(lastInput, input.at);
  }
  const { sim, tracer } = simulation;
  const until = recording.until ?? 0;
  const begun = Math.max(lastInput, scenario.readyAt);
  const horizon = Math.max(begun + scenario.horizonSeconds * second, until);
  for (;;) {
    sim.run(Math.min(horizon, sim.now + slice));
    const ended = sim.now < until ? undefined : endOf(simulation, begun, horizon);
    yield { facts: tracer.facts, at: sim.now, horizon, ended };
    if (ended !== undefined) return;
  }
}

/** The scenario's cluster, or the one that the recording brings; throws when that is none. */
function clusterFor({ cluster }: Recording, scenario: Scenario): ClusterConfig {
  if (cluster === undefined) return scenarioClusters[scenario.id];
  const built = buildCluster(cluster);
  if (built.ok) return built.value;
  throw new ClusterRefused(built.error);
}

function endOf(
  simulation: ClusterSimulation,
  lastInput: number,
  horizon: number,
): RunSlice['ended'] {
  const { now } = simulation.sim;
  if (now >= horizon) return 'horizon';
  const quiet = simulation.quietSince();
  if (now < lastInput || quiet === undefined) return undefined;
  return now - Math.max(quiet, lastInput) >= settleAfter ? 'settled' : undefined;
}
