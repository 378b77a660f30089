/** A lesson is written on the page: a step as a stop, and one that is recorded while walking. */
import { expect, test } from '@playwright/test';
import { SiteServer } from './support/site-server.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

let site: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({});
});
test.afterAll(() => site.stop());

test('a step is copied as a stop, and stops are recorded, edited and opened', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const walk = new WalkthroughPage(page);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 60_000 });
  await walk.run(createDeployment);
  await walk.press('Home');
  await walk.press('ArrowRight');

  await page.getByRole('button', { name: 'Copy as a stop' }).click();
  const stop = await page.evaluate(() => navigator.clipboard.readText());
  expect(stop).toMatch(
    /^ {2}- id: deployments-default\n {4}at: kubectl\/send\/deployments\/default\n {4}caption: "/,
  );

  await page.locator('.scenario-button').click();
  await page.getByRole('button', { name: 'Record a lesson while walking' }).click();
  const strip = page.locator('.lesson-recorder');
  for (const stops of [1, 2, 3]) {
    await expect(strip).toContainText(`stops: ${stops}`);
    await walk.press('ArrowRight');
  }
  await expect(strip).toContainText('stops: 4');
  await strip.getByRole('button', { name: 'Finish' }).click();
  const editor = page.getByRole('dialog', { name: 'The text of the lesson' });
  const field = editor.getByRole('textbox');
  const written = await field.inputValue();
  expect(written.match(/- id: /g)).toHaveLength(4);
  expect(written).toContain('run: "kubectl create deployment');

  await field.fill(written.replace('caption:', 'captoin:'));
  await editor.getByRole('button', { name: 'Open as a lesson' }).click();
  await expect(editor.getByRole('alert')).toContainText('did you mean "caption"?');
  await field.fill(written.replace(/caption: ".*"/, 'caption: My own **words**.'));
  await editor.getByRole('button', { name: 'Open as a lesson' }).click();
  await expect(editor).toHaveCount(0);
  const told = page.getByTestId('tour-beat');
  await expect(told).toHaveText('My own words.', { timeout: 30_000 });
  await expect(told.locator('b')).toHaveText('words');
  await expect.poll(() => page.url()).toMatch(/#l=v1\./);
  const next = page.locator('.tour-buttons .btn').first();
  for (let stops = 2; stops <= 4; stops++) {
    await next.click();
    await expect(page.locator('progress').first()).toHaveAttribute('value', String(stops));
  }

  await page.locator('.scenario-button').click();
  await page.getByRole('button', { name: 'Edit this lesson' }).click();
  await expect(field).toHaveValue(/My own \*\*words\*\*/);
  expect(walk.problems).toEqual([]);
});
