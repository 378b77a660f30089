/**
 * A case of the engine in a Node process of its own, bundled as the worker is, with the V8 flags
 * that suit a run of some seconds.
 *
 * V8 by default optimizes hot code on further threads, whose time counts as CPU of the process. In
 * so short a run TurboFan costs about as much as the run itself and is never earned back, so it is
 * called later; Maglev, which Node has had since 22, is cheap enough to be left as it is. The young
 * generation is large enough that what a run keeps is copied once or twice, not ten times. The heap
 * begins so large that a run which keeps all it wrote is not searched for what it could let go of.
 * Functions come compiled from the cache of a small run before, as a browser keeps them from one
 * visit to the next.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import type { NamespaceFigures } from './api-server.ts';
import type { DeployFigures } from './deploy.ts';
import type { IdleFigures } from './idle.ts';
import type { LongRunFigures } from './long-run.ts';

const v8Options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });

/** When TurboFan begins: Node 20 knows the first name, Node 22 and later ones the second. */
const lateTurboFan = ['--interrupt-budget=1000000', '--invocation-count-for-turbofan=20000'];

const flags = [
  '--single-threaded',
  ...lateTurboFan.filter((flag) => v8Options.includes(`${flag.split('=')[0]} `)),
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--initial-heap-size=1024',
  '--expose-gc',
];
const root = join(import.meta.dirname, '../..');
const outDir = join(root, '.cache/bench');
const program = join(outDir, 'measured.js');
const compiled = join(outDir, 'measured.cache');

/** Bundles the measured program once, and runs it once so that it is compiled. */
export async function buildMeasuredProgram(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // As the worker's bundle takes packages: their Node entries ask for `require`.
    ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
    build: {
      ssr: 'src/bench/measured.ts',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { output: { format: 'iife', entryFileNames: 'measured.js' } },
    },
  });
  measureDeploy(3, 3);
}

/** One deployment, from an empty cluster to all replicas Ready. */
export const measureDeploy = (replicas: number, nodes: number): DeployFigures =>
  runCase(['deploy', replicas, nodes]) as DeployFigures;

/** One hour without work. */
export const measureIdle = (nodes: number): IdleFigures => runCase(['idle', nodes]) as IdleFigures;

/** So many hours without work, in the worker and in the page. */
export const measureLongRun = (hours: number): LongRunFigures =>
  runCase(['long', hours]) as LongRunFigures;

/** A namespace with so many running pods is deleted. */
export const measureNamespaceDeletion = (pods: number): NamespaceFigures =>
  runCase(['namespace', pods]) as NamespaceFigures;

/** Runs one case and waits for its figures. Throws with the child's words when it fails. */
function runCase(words: readonly (string | number)[]): unknown {
  const runner = join(root, 'scripts/run-compiled.mjs');
  const args = [...flags, runner, program, compiled, ...words.map(String)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
