/**
 * Plays one recorded scenario three times over: as it was recorded, with a real kubectl over the
 * wire, and with the project's own kubectl in a second, equal run.
 */
import type { SimTime } from '#base/sim-time';
import { differences } from '#conformance/compare/score';
import { outputLines } from '#conformance/compare/sections';
import type { KubectlRecord } from '#conformance/recording';
import { isCommandStep, playStep, startScenario, typedCommand } from '#conformance/run-scenario';
import { clusterConfigOf, type ScenarioFile } from '#conformance/scenario-file';
import type { LineResult } from './results.ts';
import { type Printed, ServedScenario } from './served-scenario.ts';

export interface PlayOptions {
  readonly kubectl: string;
  readonly speed: number;
  readonly seed: number;
}

/** How a real kubectl and our own answer each command of a scenario that nobody has recorded. */
export async function playLines(
  file: ScenarioFile,
  options: PlayOptions,
): Promise<readonly LineResult[]> {
  const real = await playReal(file, options);
  const own = playOwn(file, options.seed, real.begins);
  return own.map((ours, at) => ({
    line: (ours.argv ?? []).join(' '),
    ...differing('own', ours, real.printed[at]),
  }));
}

/** What happened to each recorded command, in their order. */
export async function playRecording(
  file: ScenarioFile,
  recorded: readonly KubectlRecord[],
  options: PlayOptions,
): Promise<readonly LineResult[]> {
  const real = await playReal(file, options);
  const own = playOwn(file, options.seed, real.begins);
  return recorded.map((record, at) => {
    const printed = real.printed[at];
    const ours = own[at];
    return {
      line: (record.argv ?? []).join(' '),
      ...differing('recording', record, printed),
      ...differing('own', ours, printed),
    };
  });
}

/** What only one side printed; nothing if both are equal. */
function differing(
  name: 'recording' | 'own',
  other: KubectlRecord | undefined,
  real: Printed | undefined,
): Partial<LineResult> {
  if (other === undefined || real === undefined) return { [name]: 'not run' };
  const [theirs, served] = [outputLines(other), outputLines(real)];
  const isEqual = theirs.length === served.length && theirs.every((text, n) => text === served[n]);
  const exits =
    other.exitCode === real.exitCode ? [] : [`exit code ${other.exitCode}, not ${real.exitCode}`];
  if (isEqual) return exits.length === 0 ? {} : { [name]: exits.join('\n') };
  const found = differences(theirs, served).map((text) =>
    text.replace(/^only real/, `only ${name}`).replace(/^only sim/, 'only served'),
  );
  const texts = found.length === 0 ? ['in another order'] : found;
  return { [name]: [...exits, ...texts].join('\n') };
}

/** With the real kubectl; also the moment at which each step began. */
async function playReal(
  file: ScenarioFile,
  { kubectl, speed, seed }: PlayOptions,
): Promise<{ readonly printed: readonly Printed[]; readonly begins: readonly SimTime[] }> {
  const { simulation } = startScenario(file, seed, []);
  const served = await ServedScenario.open(simulation, clusterConfigOf(file).users, speed);
  const printed: Printed[] = [];
  const begins: SimTime[] = [];
  try {
    await served.warm(kubectl);
    for (const step of file.steps) {
      begins.push(simulation.sim.now);
      if (isCommandStep(step)) printed.push(await served.play(kubectl, typedCommand(step)));
      else playStep(simulation, step, 0, []);
    }
  } finally {
    await served.close();
  }
  return { printed, begins };
}

/** With the project's own, in an equal cluster, each step at the moment of the other run. */
function playOwn(
  file: ScenarioFile,
  seed: number,
  begins: readonly SimTime[],
): readonly KubectlRecord[] {
  const { simulation } = startScenario(file, seed, []);
  const { sim } = simulation;
  return file.steps.flatMap((step, at) => {
    sim.run(Math.max(sim.now, begins[at] ?? 0));
    if ('quiet' in step || 'sleep' in step) return [];
    const record = playStep(simulation, step, 0, []);
    return record !== undefined && 'argv' in record ? [record] : [];
  });
}
