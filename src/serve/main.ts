/**
 * `npm run serve -- [--port N] [--host H] [--scenario ID | --cluster FILE] [--nodes N] [--seed N]
 * [--speed X] [--paused] [--record FILE]`
 *
 * Serves a simulated cluster to real clients, until it is interrupted. What is typed into its own
 * terminal rules its time: `pause`, `resume`, `step 1s`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import { ClusterRefused } from '#worker/live-simulation';
import { readOptions, usage } from './options.ts';
import { recordingText } from './recording-file.ts';
import { type Served, serve } from './serve.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options.ok) return fail(`${options.error}\n${usage}`);
  const { record, ...serveOptions } = options.value;
  let served: Served;
  try {
    served = await serve({ ...serveOptions, keeps: record !== undefined });
  } catch (error) {
    if (error instanceof ClusterRefused || isSystemError(error)) return fail(error.message);
    throw error;
  }
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-'));
  for (const [name, text] of served.kubeconfigs) {
    writeFileSync(join(folder, `${name}.kubeconfig`), text, { mode: 0o600 });
  }
  say(`Serving a simulated cluster at ${served.server}; people: ${names(served)}.`);
  say(`export KUBECONFIG=${join(folder, 'admin.kubeconfig')}`);
  obey(served);
  const end = (): void => {
    if (record !== undefined) writeFileSync(record, recordingText(served.world.recording));
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  // A second signal does not cut the first one short.
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

const names = ({ kubeconfigs }: Served): string => [...kubeconfigs.keys()].join(', ');

/** Does what is typed into the server's own terminal. */
function obey({ world }: Served): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [word = '', length = '1s'] = line.trim().split(/\s+/);
    if (word === 'pause') world.pause();
    else if (word === 'resume') world.resume();
    else if (word === 'step') {
      const duration = parseGoDuration(length);
      if (duration === undefined) return say(`${length} is no duration, such as 500ms or 10s.`);
      world.step(duration);
    } else if (word !== '') return say('pause, resume, or step DURATION');
    if (word !== '') say(`${world.paused ? 'paused' : 'running'} at ${world.at / 1_000_000} s`);
  });
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

await main();
