/**
 * Runs everyday work in a cluster that is thrown away, before anybody has typed anything.
 *
 * A browser begins to run a program slowly: functions are compiled when they are first called, and
 * optimized when they have been called often. A visitor's first command would pay for all of that.
 * In: the parts of the simulator. Out: nothing but functions that are compiled; no trace that
 * anybody sees depends on it.
 */
import { type SimTime, second } from '#base/sim-time';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { FactPacker } from './fact-packer.ts';
import { LiveSimulation, scenarioOf } from './live-simulation.ts';
import type { Recording, TimedInput } from './protocol.ts';

/**
 * What people do first, often enough that the host takes the functions for hot. More Pods cost more
 * at each visit, and a first command was no faster for them.
 */
const lines = [
  'kubectl create deployment first --image=nginx --replicas=8',
  'kubectl get pods',
  'kubectl create deployment second --image=nginx --replicas=8',
  'kubectl label deployment first rehearsed=yes',
  'kubectl scale deployment second --replicas=4',
  'kubectl delete deployment first',
];

/** Virtual time between two lines: what a line sets going is nearly over then. */
const gap = 3 * second;

/** Events between two steps: some milliseconds, also while nothing is compiled. */
const atOnce = 100;

/** A little work with each step. The `parts` must hold kubectl. */
export function* rehearse(parts: ClusterParts): Generator<void, void, void> {
  const empty: Recording = { scenario: 'create-deployment', seed: 1, inputs: [] };
  const { readyAt } = scenarioOf(empty);
  const inputs = lines.map((line, index) => typed(readyAt + index * gap, line));
  const live = new LiveSimulation(empty, parts);
  const end = readyAt + lines.length * gap;
  // What the run of a person's command does with its facts.
  const packer = new FactPacker();
  let packed = 0;
  for (let isOver = false; !isOver; ) {
    isOver = live.runTo(end, inputs, atOnce);
    packer.pack(live.facts.slice(packed));
    packed = live.facts.length;
    yield;
  }
}

const typed = (at: SimTime, line: string): TimedInput => ({
  at,
  kind: 'command',
  line,
  user: 'admin',
});
