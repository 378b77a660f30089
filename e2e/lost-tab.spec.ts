/** A lost page: a manifest that was not applied is there again. */
import { expect, type Page, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Manifest, YAML' });

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
