import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./support/print-trace-hash.ts', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx/cli');

/** The hash of the same run under Node. */
async function hashUnderNode(scenario: string, seed: number, command: string): Promise<string> {
  const args = [tsx, script, scenario, String(seed), command];
  const { stdout } = await run(process.execPath, args);
  return stdout.trim();
}

test('a run in the browser’s worker is the same, byte for byte, as under Node', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?seed=42');
  const started = await walk.settled();
  await walk.run(createDeployment);
  const hash = await walk.settled();
  expect(hash).toBe(await hashUnderNode('create-deployment', 42, createDeployment));

  // Another command at another moment, then the first one again at the start.
  await walk.press('5');
  await walk.run('kubectl scale deployment nginx --replicas=1');
  expect(await walk.settled()).not.toBe(hash);
  await walk.press('Home');
  await walk.run(createDeployment);
  expect(await walk.settled()).toBe(hash);

  // Another seed is another run.
  await walk.open('?seed=43');
  expect(await walk.settled()).not.toBe(started);
  expect(walk.problems).toEqual([]);
});
