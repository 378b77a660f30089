/**
 * Runs a plan: work and faults, then healing, then the wait until everything is well.
 *
 * In: a plan. Out: the trace, and each invariant that broke with the fact at which it did.
 */

import { must } from '#base/assert';
import { faultText } from '#base/fault-text';
import { type Duration, minute, seconds } from '#base/sim-time';
import { inventoryOf } from '#cluster/machine/node-inventory';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { runningCaches } from '#k8s.io/client-go/tools/cache/running-caches';
import { buildCluster } from '#scenarios/built-cluster';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import type { TimedInput } from '#worker/protocol';
import type { Breach, Evidence, Invariant } from './evidence.ts';
import { History } from './history.ts';
import { always, type InvariantName, inTheEnd } from './invariants.ts';
import { deletionAt, type FaultPlan, inputsOf } from './plan.ts';

/** So long after the last input everything is well. Back-offs grow to five minutes. */
const patience = 20 * minute;
/** A controller that waits for what never comes gives up after five minutes. */
const patienceAgain = 4 * minute;
/** How often it is looked whether everything is well. */
const look = seconds(15);

export interface BrokenInvariant extends Breach {
  readonly name: InvariantName;
  /** Always one of the trace. */
  readonly fact: FactId;
}

export interface Outcome {
  readonly facts: readonly Fact[];
  /** All that was done. */
  readonly inputs: readonly TimedInput[];
  /** Where the run ended. */
  readonly at: number;
  readonly broken: readonly BrokenInvariant[];
}

/** The whole run of a plan. */
export function runPlan(plan: FaultPlan): Outcome {
  const run = new FaultyRun(plan);
  const broken: BrokenInvariant[] = [];
  try {
    broken.push(...run.untilWell(patience));
    if (broken.length === 0 && plan.again) {
      run.deleteAllPods();
      broken.push(...run.untilWell(patienceAgain));
    }
  } catch (fault) {
    const fact = run.facts.length;
    broken.push({ name: 'theEngineDoesNotThrow', fact, message: textOf(fault) });
  }
  broken.unshift(...brokenOf(always, run.evidence()));
  const { facts, inputs, now: at } = run;
  return { facts, inputs, at, broken };
}

class FaultyRun {
  readonly #simulation: ClusterSimulation;
  readonly #history = new History();
  readonly #healedAt: number;
  inputs: readonly TimedInput[];

  constructor(plan: FaultPlan) {
    const cluster = buildCluster(plan.cluster);
    if (!cluster.ok) throw new Error(`no such cluster: ${plan.cluster}`);
    this.#simulation = new ClusterSimulation(cluster.value, plan.seed, allParts);
    this.inputs = inputsOf(plan);
    this.#healedAt = Math.max(...this.inputs.map(({ at }) => at));
    for (const input of this.inputs) this.#simulation.plan(input);
  }

  get facts(): readonly Fact[] {
    return this.#simulation.tracer.facts;
  }

  get now(): number {
    return this.#simulation.sim.now;
  }

  evidence(): Evidence {
    const { facts, now } = this;
    const { cluster, sim } = this.#simulation;
    this.#history.take(facts);
    for (const { resource, prefix } of runningCaches(sim)) {
      if (prefix !== undefined) this.#history.know(resource, prefix);
    }
    return {
      facts,
      history: this.#history,
      get nodes() {
        return cluster.machines.map(inventoryOf);
      },
      get expectations() {
        return cluster.unfulfilledExpectations;
      },
      get caches() {
        return [...runningCaches(sim)];
      },
      healedAt: this.#healedAt,
      now,
    };
  }

  deleteAllPods(): void {
    const input = deletionAt(this.now + 1);
    this.inputs = [...this.inputs, input];
    this.#simulation.plan(input);
  }

  /** Runs until everything is well; what is not when the patience has ended. */
  untilWell(patience: Duration): readonly BrokenInvariant[] {
    const { sim } = this.#simulation;
    const begun = Math.max(...this.inputs.map(({ at }) => at));
    sim.run(begun + look);
    while (!allHold(inTheEnd, this.evidence())) {
      if (sim.now >= begun + patience) return brokenOf(inTheEnd, this.evidence());
      sim.run(sim.now + look);
    }
    return [];
  }
}

function textOf(fault: unknown): string {
  const where = fault instanceof Error ? (fault.stack ?? '').split('\n').slice(1, 4) : [];
  return [faultText(fault), ...where.map((line) => line.trim())].join(' ');
}

type Invariants = Readonly<Partial<Record<InvariantName, Invariant>>>;

/** In their order, so that the cheap ones answer first. */
const allHold = (invariants: Invariants, evidence: Evidence): boolean =>
  Object.values(invariants).every((invariant) => invariant(evidence) === undefined);

function brokenOf(invariants: Invariants, evidence: Evidence): readonly BrokenInvariant[] {
  const found: BrokenInvariant[] = [];
  for (const name of Object.keys(invariants) as InvariantName[]) {
    const breach = must(invariants[name], name)(evidence);
    if (breach === undefined) continue;
    found.push({ name, message: breach.message, fact: breach.fact || evidence.facts.length });
  }
  return found;
}
