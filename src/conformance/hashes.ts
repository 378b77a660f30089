/**
 * `npm run hashes -- [DIR] [--only TEXT]` prints one line for each run that this project shows: the
 * recorded scenarios below DIR, the gallery, the tours, and deployments of 3, 100 and 1,000 Pods,
 * each with its number of facts and two hashes of its trace: of all of it, and without the causes.
 * A change of the code that must not change behaviour gives the same hashes before and after.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { findScenario, scenarios } from '#scenarios/index';
import { allTours } from '#scenarios/tours/all-tours';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import type { Fact } from '#trace/facts';
import { hashTrace } from '#trace/trace-hash';
import { runRecording } from '#worker/run-recording';
import { defaultSeed, runScenario } from './run-scenario.ts';
import { readScenario, scenarioNames } from './scenario-file.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});

/** How long a deployment may take until all its Pods run, in virtual time. */
const patience = seconds(300);

for (const [name, play] of await everyRun()) {
  if (!name.includes(values.only)) continue;
  const facts = play();
  const withoutCauses = facts.map((fact) => ({ ...fact, cause: 0 }));
  console.log(name, facts.length, hashTrace(facts), hashTrace(withoutCauses));
}

async function everyRun(): Promise<readonly (readonly [string, () => readonly Fact[]])[]> {
  const directory = resolve(positionals[0] ?? join(import.meta.dirname, 'recordings'));
  const tours = [...allTours, ...(await galleryTours())];
  return [
    ...scenarioNames(directory).map(
      (name) =>
        [
          `recording ${name}`,
          () => runScenario(readScenario(directory, name), defaultSeed).facts,
        ] as const,
    ),
    ...tours.map((tour) => [`tour ${tour.id}`, () => playTour(tour)] as const),
    ...[3, 100, 1000].map((pods) => [`pods ${pods}`, () => deploy(pods)] as const),
  ];
}

async function galleryTours(): Promise<readonly Tour[]> {
  const folder = join(import.meta.dirname, '../scenarios/gallery');
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const modules = names.sort().map((name) => import(join(folder, name, 'scenario.ts')));
  return (await Promise.all(modules)).map(({ tour }: { tour: Tour }) => tour);
}

function playTour(tour: Tour): readonly Fact[] {
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  let facts: readonly Fact[] = [];
  for (const slice of runRecording({ scenario: tour.scenario, seed: 1, inputs }, allParts)) {
    facts = slice.facts;
  }
  return facts;
}

function deploy(pods: number): readonly Fact[] {
  const nodes = Math.max(3, Math.ceil(pods / 100));
  const simulation = new ClusterSimulation(clusterOf(nodes), 1, allParts);
  const { readyAt } = scenarios['empty-cluster'];
  const line = `kubectl create deployment nginx --image=nginx --replicas=${pods}`;
  simulation.plan({ at: readyAt, kind: 'command', line, user: 'admin' });
  simulation.sim.run(readyAt);
  simulation.runUntilQuiet(seconds(3.5), patience);
  return simulation.tracer.facts;
}
