/** What a run's trace must be, whichever engine computes it: what Node computes. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from '@playwright/test';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./print-trace-hash.ts', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx/cli');

/**
 * The hash of the trace of a command in a scenario, which takes Node about two seconds. It is kept in
 * the folder that Playwright empties before it runs, so each engine's tests hear of the same run.
 */
export async function hashUnderNode(
  scenario: string,
  seed: number,
  command: string,
): Promise<string> {
  const asked = [scenario, String(seed), command];
  const folder = test.info().project.outputDir;
  const file = join(folder, `${createHash('sha256').update(asked.join('\0')).digest('hex')}.txt`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { stdout } = await run(process.execPath, [tsx, script, ...asked]);
  mkdirSync(folder, { recursive: true });
  // The file appears only when it is complete.
  writeFileSync(`${file}.${process.pid}`, stdout.trim());
  renameSync(`${file}.${process.pid}`, file);
  return stdout.trim();
}
