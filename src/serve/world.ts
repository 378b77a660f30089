/** The world of a Node process: a cluster of its own that follows this machine's clock. */
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { World, type WorldOptions } from '#worker/door/world';
import { scenarioOf, simulationOf } from '#worker/live-simulation';
import type { Recording } from '#worker/protocol';

/**
 * Starts the cluster, and runs it until it is ready as fast as the machine can. Throws for a
 * scenario that does not exist and for a cluster that cannot be built.
 */
export function bootWorld(
  recording: Omit<Recording, 'inputs'>,
  parts: ClusterParts,
  options: Omit<WorldOptions, 'soon' | 'failed'>,
): World {
  const begun = { ...recording, inputs: [] };
  const simulation = simulationOf(begun, parts, options.keeps);
  simulation.sim.run(scenarioOf(begun).readyAt);
  return new World(simulation, begun, { ...options, soon });
}

function soon(work: () => void): () => void {
  const timer = setImmediate(work);
  return () => clearImmediate(timer);
}
