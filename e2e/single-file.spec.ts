/** The page as one file, opened from a disk: no server, no request, a worker all the same. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { runPackage } from '../scripts/lib/command.mjs';
import { everyEngine } from './support/every-engine.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

const folder = process.env['E2E_SINGLE'] ?? join(import.meta.dirname, '../dist-single');
const file = join(folder, 'podyssey.html');
const address = pathToFileURL(file).href;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  if (existsSync(file)) return;
  const { code, output } = await runPackage('tsx/dist/cli.mjs', ['scripts/build-single.ts']);
  if (code !== 0) throw new Error(output);
});

test('one file from a disk walks ten steps and asks for nothing', everyEngine, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const walk = new WalkthroughPage(page);
  await page.goto(`${address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 60_000 });
  await walk.run(createDeployment);
  await walk.press('Home');
  const { step } = await walk.position();
  await walk.press('ArrowRight', 10);
  await walk.expectStep(step + 10);
  await expect.poll(() => page.url()).toContain('step=');
  expect(walk.problems).toEqual([]);
  // Firefox does not report the request for the file itself.
  expect(asked.filter((url) => !url.startsWith(address) && !/^(data|blob):/.test(url))).toEqual([]);
});

test('one file from a disk has the tours and both languages', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto(`${address}?tour=short-walk&lang=zh-CN`);
  await expect(page.getByTestId('tour-beat')).toContainText(/\p{Script=Han}/u, { timeout: 60_000 });
  expect(walk.problems).toEqual([]);
});
