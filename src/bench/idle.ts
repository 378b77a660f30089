/** An hour without commands: what heartbeats, leases and relists cost. */
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { scenarios } from '#scenarios/index';
import { hashTrace } from '#trace/trace-hash';

export interface IdleFigures {
  /** CPU of the hour, without the start of the cluster. */
  readonly cpuMs: number;
  /** The facts that the hour wrote. */
  readonly facts: number;
  readonly traceHash: string;
}

/** An idle hour of a cluster of so many nodes without pods. */
export function benchIdle(nodes: number, seed = 1): IdleFigures {
  const simulation = new ClusterSimulation(clusterOf(nodes), seed, allParts);
  const { sim, tracer } = simulation;
  sim.run(scenarios['empty-cluster'].readyAt);
  const before = tracer.facts.length;
  const start = process.cpuUsage();
  sim.run(sim.now + seconds(3600));
  const { user, system } = process.cpuUsage(start);
  const facts = tracer.facts.length - before;
  return { cpuMs: (user + system) / 1000, facts, traceHash: hashTrace(tracer.facts) };
}
