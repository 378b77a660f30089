/** The plan of a seed: a random cluster, random work and random faults at random moments. */
import { createPrng } from '#base/prng';
import { type Duration, minute, seconds } from '#base/sim-time';
import type { TimedInput } from '#worker/protocol';
import type { FaultPlan } from '../plan.ts';
import { sometimes } from './chance.ts';
import { randomCluster } from './cluster.ts';
import { randomFault } from './host-faults.ts';
import { randomWork } from './work.ts';

/** How large runs become. */
export interface PlanSize {
  readonly mostNodes: number;
  readonly mostWork: number;
  readonly mostFaults: number;
  /** The time in which work is done and things break. */
  readonly time: Duration;
  /** In how many of a hundred runs all Pods must come back once more. */
  readonly againPercent: number;
}

export const usualSize: PlanSize = {
  mostNodes: 4,
  mostWork: 20,
  mostFaults: 12,
  time: 5 * minute,
  againPercent: 40,
};

/** Machines are up by then. */
const readyAt = seconds(30);

/** Always the same plan for the same seed and size. */
export function planOfSeed(seed: number, size: PlanSize = usualSize): FaultPlan {
  const prng = createPrng(seed).fork('faults');
  const cluster = randomCluster(prng.fork('cluster'), size);
  const nodes = cluster.nodes.map(({ name }) => name);
  const inputs: TimedInput[] = [];
  const work = prng.fork('work');
  for (let left = work.between(2, size.mostWork); left > 0; left--) {
    const at = readyAt + work.nextInt(size.time);
    inputs.push({ at, kind: 'command', user: 'admin', ...randomWork(work, nodes) });
  }
  const faults = prng.fork('host');
  for (let left = faults.between(1, size.mostFaults); left > 0; left--) {
    // A part of the faults comes close to some work, where there is most to break.
    const near = sometimes(faults, 50) ? inputs[faults.nextInt(inputs.length)] : undefined;
    const from = near?.at ?? readyAt + faults.nextInt(size.time);
    const at = from + faults.nextInt(seconds(near === undefined ? 1 : 8));
    for (const { after, action } of randomFault(faults, cluster)) {
      inputs.push({ at: at + after, kind: 'host', action });
    }
  }
  const inOrder = inputs.toSorted((a, b) => a.at - b.at);
  const last = inOrder.at(-1)?.at ?? readyAt;
  const healAt = Math.max(readyAt + size.time, last) + seconds(1);
  const again = sometimes(prng.fork('again'), size.againPercent);
  return { seed, cluster: JSON.stringify(cluster), inputs: inOrder, healAt, again };
}
