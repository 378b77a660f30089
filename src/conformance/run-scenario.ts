/**
 * Plays a recorded scenario in the simulator, as the recorder played it on the real cluster: one
 * step after another, waiting for quiet where it did.
 */
import { createPrng } from '#base/prng';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { scenarios } from '#scenarios/index';
import type { Fact } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import { clusterConfigOf, type ScenarioFile, type ScenarioFileStep } from './scenario-file.ts';

/** What happened in one step, in the form of `kubectl.jsonl`. */
export type StepRecord =
  | {
      readonly t: number;
      readonly as: string;
      readonly argv: readonly string[];
      readonly stdin?: string;
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly t: number; readonly sleep: number }
  | { readonly t: number; readonly host: string; readonly stdout: string };

export interface ScenarioRun {
  readonly facts: readonly Fact[];
  readonly steps: readonly StepRecord[];
  /** The number of the first fact after the cluster's start, and after the setup steps. */
  readonly idleAt: number;
  readonly startAt: number;
  /** Steps that the simulator cannot do, in words. */
  readonly unsupported: readonly string[];
}

/**
 * Chance draws the names of Pods, and kubectl lists them by name. With this seed the Pods of a
 * Deployment of three come in the order in which they were recorded.
 */
export const defaultSeed = 4;

/** A command that has not ended by then never will. */
const commandLimit = seconds(600);

export function runScenario(file: ScenarioFile, seed: number): ScenarioRun {
  const unsupported: string[] = [];
  const { simulation, idleAt } = startScenario(file, seed, unsupported);
  const { sim, tracer } = simulation;
  const startAt = tracer.facts.length;
  const begin = sim.now;
  const steps: StepRecord[] = [];
  for (const step of file.steps) {
    const record = playStep(simulation, step, begin, unsupported);
    if (record !== undefined) steps.push(record);
  }
  simulation.runUntilQuiet(seconds(file.settle ?? 3.5), seconds(file.max ?? 90));
  return { facts: tracer.facts, steps, idleAt, startAt, unsupported };
}

/** A cluster in which the steps of the scenario can begin: idle, and with its setup done. */
export function startScenario(
  file: ScenarioFile,
  seed: number,
  unsupported: string[],
): { readonly simulation: ClusterSimulation; readonly idleAt: number } {
  const simulation = new ClusterSimulation(clusterConfigOf(file), seed, allParts);
  simulation.sim.run(scenarios['empty-cluster'].readyAt);
  simulation.runUntilQuiet(seconds(3.5), seconds(90));
  emptyDefaultNamespace(simulation, seed);
  const idleAt = simulation.tracer.facts.length;
  for (const step of file.setup) playStep(simulation, step, 0, unsupported);
  if (file.setup.length > 0) simulation.runUntilQuiet(seconds(3.5), seconds(90));
  return { simulation, idleAt };
}

/**
 * What the recorder did before each scenario: it cleared the events and emptied the namespace
 * default, of the Service kubernetes too. The API server looks every ten seconds whether to put
 * that back: in 39 of 42 recordings before the first step, in three within three seconds after it.
 */
function emptyDefaultNamespace(simulation: ClusterSimulation, seed: number): void {
  const { sim } = simulation;
  sim.run(sim.now + createPrng(seed).fork('recorder').nextInt(seconds(10)));
  for (const words of ['delete events --all --all-namespaces', 'delete all --all']) {
    simulation.runCommand({ argv: words.split(' '), user: 'admin' }, commandLimit);
  }
  simulation.runUntilQuiet(seconds(8), seconds(90));
}

/** Plays one step; `begin` is the moment from which the record's time counts. */
export function playStep(
  simulation: ClusterSimulation,
  step: ScenarioFileStep,
  begin: number,
  unsupported: string[],
): StepRecord | undefined {
  const t = Math.round((simulation.sim.now - begin) / 1000) / 1000;
  if ('quiet' in step) {
    simulation.runUntilQuiet(seconds(step.quiet), seconds(step.max));
    return undefined;
  }
  if ('sleep' in step) {
    simulation.sim.run(simulation.sim.now + seconds(step.sleep));
    return { t, sleep: step.sleep };
  }
  if ('host' in step) {
    const done = simulation.hostAction(readHostAction(step.host));
    if (!done.ok) unsupported.push(`host: ${step.host}: ${done.error}`);
    return { t, host: step.note ?? step.host, stdout: done.ok ? done.value : '' };
  }
  if (!isCommandStep(step)) {
    unsupported.push(`unknown step: ${Object.keys(step).join(', ')}`);
    return undefined;
  }
  return command(simulation, step, t, unsupported);
}

type CommandStep = Extract<ScenarioFileStep, { kubectl: string } | { apply: string }>;

export const isCommandStep = (step: ScenarioFileStep): step is CommandStep =>
  'kubectl' in step || 'apply' in step;

/** The words after `kubectl`, who types them, and what comes in by standard input. */
export const typedCommand = (
  step: CommandStep,
): { readonly argv: readonly string[]; readonly as: string; readonly stdin?: string } => ({
  argv: step.argv ?? typedWords(step),
  as: step.as ?? 'admin',
  ...('apply' in step && { stdin: step.apply }),
});

function command(
  simulation: ClusterSimulation,
  step: CommandStep,
  t: number,
  unsupported: string[],
): StepRecord {
  const { argv, as, ...given } = typedCommand(step);
  const result = simulation.runCommand({ argv, user: as, ...given }, commandLimit);
  if (result === undefined) unsupported.push(`no end within 600 s: kubectl ${argv.join(' ')}`);
  const { exitCode, stdout, stderr } = result ?? { exitCode: -1, stdout: '', stderr: '' };
  if (stderr.includes('is not simulated')) unsupported.push(stderr.trim());
  return { t, as, argv, ...given, exitCode, stdout, stderr };
}

const typedWords = (step: { kubectl: string } | { apply: string; verb?: string }) =>
  'apply' in step ? [...splitWords(step.verb ?? 'apply'), '-f', '-'] : splitWords(step.kubectl);
