/** A full storage and a lost tab: nothing that was typed is lost without a word. */
import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Manifest, YAML' });

test('a tab that is lost in the middle of a run opens again with all that was typed', async ({
  page,
  context,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open();
  await walk.input.fill(createDeployment);
  await walk.input.press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#s=v1.'));
  const address = page.url();
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;

  const again = new WalkthroughPage(await context.newPage());
  await again.page.goto(address);
  await again.settled();
  await expect(again.transcript()).toContainText(createDeployment);
  expect(again.problems).toEqual([]);
});

test('a line that was not sent is in the terminal again when the page is loaded again', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open();
  await walk.run(createDeployment);
  await page.waitForFunction(() => location.hash.startsWith('#s=v1.'));
  const begun = 'kubectl scale deployment nginx --repl';
  await walk.input.fill(begun);
  await page.reload();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await walk.settled();
  await expect(walk.input).toHaveValue(begun);
  await expect(walk.transcript()).toContainText(createDeployment);
  await expect(walk.transcript()).not.toContainText('scale');
  // A line that was sent is not offered again.
  await walk.run('kubectl get pods');
  await page.reload();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await walk.settled();
  await expect(walk.input).toHaveValue('');
  expect(walk.problems).toEqual([]);
});

test('a manifest that was not applied is there again when the page is loaded again', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open();
  await page.getByRole('button', { name: 'Write a manifest' }).click();
  await editorOf(page).press('ControlOrMeta+Home');
  await editorOf(page).pressSequentially('# mine ');
  await expect(editorOf(page)).toContainText('# mine');
  await page.reload();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Write a manifest' }).click();
  await expect(editorOf(page)).toContainText('# mine');
  await expect(page.getByRole('dialog')).toContainText('what you wrote here before');
  expect(walk.problems).toEqual([]);
});

test('a storage that is full breaks nothing, and the editor says that it keeps no copy', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  const origin = new URL(test.info().project.use.baseURL ?? '').origin;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const walk = new WalkthroughPage(page);
  await walk.open();
  await walk.run(createDeployment);
  await expect(walk.transcript()).toContainText(createDeployment);
  await expect.poll(() => page.url()).toContain('#s=v1.');
  await page.getByRole('button', { name: 'Write a manifest' }).click();
  await editorOf(page).press('ControlOrMeta+Home');
  await editorOf(page).pressSequentially('# mine ');
  await expect(page.getByRole('dialog')).toContainText('keeps no copy of this text');
  expect(walk.problems).toEqual([]);
});
