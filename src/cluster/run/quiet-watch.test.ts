import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

describe('a cluster', () => {
  it('has not settled while somebody tries to write and is refused', () => {
    const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
    const { sim } = simulation;
    sim.run(seconds(30));
    const kubectl = (line: string) =>
      simulation.runCommand({ argv: line.split(' '), user: 'admin' }, seconds(60));
    kubectl('create quota none --hard=pods=0');
    simulation.runUntilQuiet(seconds(2), seconds(60));
    const before = sim.now;
    kubectl('create deployment web --image=nginx');
    simulation.runUntilQuiet(seconds(2), seconds(60));
    // The replica set tries again after 5 ms, 10 ms, … 1.28 s, and then after 2.56 s.
    expect(sim.now - before).toBeGreaterThan(seconds(4));
    expect(sim.now - before).toBeLessThan(seconds(6));
  });
});
