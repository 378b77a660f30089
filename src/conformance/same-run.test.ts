/** A run is a value: the same scenario and seed give the same trace, to the byte. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { scenarioClusters } from '#scenarios/clusters';
import { scenarios } from '#scenarios/index';
import type { Scenario } from '#scenarios/scenario';
import { hashTrace } from '#trace/trace-hash';

function played({ id, readyAt, suggestion }: Scenario): string {
  const simulation = new ClusterSimulation(scenarioClusters[id], 7, allParts);
  simulation.plan({ at: readyAt, kind: 'command', line: suggestion, user: 'admin' });
  simulation.sim.run(readyAt + seconds(5));
  return hashTrace(simulation.tracer.facts);
}

describe('the same trace comes out twice', () => {
  it.each(Object.values(scenarios))('of the scenario $id with its suggestion', (scenario) => {
    expect(played(scenario)).toBe(played(scenario));
  });
});
