/** Step back and seek in a long trace, as the page does them, without drawing. */

import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { TraceLog } from '#player/trace-log';
import { clusterOf } from '#scenarios/clusters';

export interface SeekFigures {
  readonly facts: number;
  /** Milliseconds at the 95th percentile. */
  readonly seekP95: number;
  readonly stepBackP95: number;
}

/** Seeks `count` times anywhere in a trace of at least 20,000 facts, then steps back from there. */
export function benchSeek(count: number): SeekFigures {
  const simulation = new ClusterSimulation(clusterOf(10), 1, allParts);
  const line = 'kubectl create deployment nginx --image=nginx --replicas=100';
  simulation.plan({ at: seconds(30), kind: 'command', line, user: 'admin' });
  simulation.sim.run(seconds(60));
  const log = new TraceLog();
  log.append(simulation.tracer.facts);
  const prng = createPrng(1);
  const seeks: number[] = [];
  const steps: number[] = [];
  for (let n = 0; n < count; n++) {
    const cursor = 2 + prng.nextInt(log.facts.length - 2);
    const started = performance.now();
    const scene = log.sceneAt(cursor);
    const sought = performance.now();
    log.sceneAt(cursor - 1, scene);
    seeks.push(sought - started);
    steps.push(performance.now() - sought);
  }
  return { facts: log.facts.length, seekP95: p95(seeks), stepBackP95: p95(steps) };
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
