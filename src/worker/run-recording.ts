/**
 * Runs a recording in slices, so that a worker can post facts and hear a stop in between.
 *
 * The run ends when the cluster has settled after its last input, or at the scenario's horizon.
 */
import { second } from '#base/sim-time';
import type { ClusterParts } from '#cluster/cluster-parts';
import { ClusterSimulation } from '#cluster/cluster-simulation';
import { findScenario } from '#scenarios/index';
import type { Fact } from '#trace/trace-event';
import type { Recording } from './protocol.ts';

/** Virtual time that one slice may take. */
const slice = second / 2;
/** How long nothing but heartbeats may happen until the run counts as settled. */
export const settleAfter = 35 * second;

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
  const simulation = new ClusterSimulation(scenario.cluster, recording.seed, parts);
  let lastInput = 0;
  for (const input of recording.inputs) {
    simulation.plan(input);
    lastInput = Math.max(lastInput, input.at);
  }
  const { sim, tracer } = simulation;
  const horizon = Math.max(lastInput, scenario.readyAt) + scenario.horizonSeconds * second;
  for (;;) {
    sim.run(Math.min(horizon, sim.now + slice));
    const ended = endOf(simulation, Math.max(lastInput, scenario.readyAt), horizon);
    yield { facts: tracer.facts, at: sim.now, horizon, ended };
    if (ended !== undefined) return;
  }
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
