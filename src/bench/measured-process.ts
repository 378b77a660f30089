/**
 * A deployment case in a Node process of its own, bundled as the worker is, with the V8 flags that
 * suit a run of half a second.
 *
 * V8 by default optimizes hot code on further threads, whose time counts as CPU of the process. In
 * so short a run this costs about as much as the run itself and is never earned back, so the
 * budget after which a function is optimized is raised.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import type { DeployFigures } from './deploy.ts';

const flags = ['--interrupt-budget=10000000', '--max-semi-space-size=32'];
const root = join(import.meta.dirname, '../..');
const outDir = join(root, '.cache/bench');

/** Bundles the measured program once; the loader of the bench itself would slow it down. */
export async function buildMeasuredProgram(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/bench/measured.ts', outDir, emptyOutDir: true, minify: false },
  });
}

/** Runs one case and waits for its figures. Throws with the child's words when it fails. */
export function runMeasuredProcess(replicas: number, nodes: number): DeployFigures {
  const program = join(outDir, 'measured.js');
  const args = [...flags, program, String(replicas), String(nodes)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as DeployFigures;
}
