/** What a run's trace must be, whichever engine computes it: what Node computes. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./print-trace-hash.ts', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx/cli');

/** The hash of the trace of a command in a scenario, which takes Node about two seconds. */
export async function hashUnderNode(
  scenario: string,
  seed: number,
  command: string,
): Promise<string> {
  const args = [tsx, script, scenario, String(seed), command];
  const { stdout } = await run(process.execPath, args);
  return stdout.trim();
}
