import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { shareOnePage } from './support/share-one-page.ts';
import type { WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(async (shared) => {
  walk = shared;
  page = shared.page;
  await walk.open('?scenario=create-deployment&seed=1&lang=en&step=person%2Fenter');
  await walk.settled();
});

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

test('W forks the run at the cursor, and the run before stays one key away', async () => {
  await walk.press('End');
  const before = await walk.position();
  await walk.press('w');
  const menu = page.getByRole('dialog', { name: 'What if…' });
  const target = menu.getByRole('combobox', { name: 'Target' });
  await expect(target).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
  await target.selectOption('node-2');
  await expectNoViolation(page, { tags });
  await menu.getByRole('button', { name: /^Stop the kubelet/ }).click();
  await expect(page.locator('.caption')).toContainText('stops the kubelet of node-2');
  await walk.settled();
  const runs = page.getByRole('group', { name: 'Runs beside each other' });
  await expect(runs.getByRole('radio')).toHaveCount(2);
  await runs.getByRole('radio', { name: 'Before' }).check({ force: true });
  expect((await walk.position()).steps).toBe(before.steps);
  await runs.getByRole('radio', { name: /^What if/ }).check({ force: true });
  expect((await walk.position()).steps).toBeGreaterThan(before.steps);
});

test('both runs are compared side by side, and their moments are one press away', async () => {
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two runs side by side' });
  await expect(dialog).toContainText('Stop the kubelet of node-2');
  await expect(dialog.getByRole('row', { name: /^Nodes ready/ })).toContainText('−1');
  await expect(dialog).toContainText('minions/node-2');
  await expect(dialog.getByText(/objects differ/)).toBeVisible();
  await expectNoViolation(page, { tags, part: 'dialog[open]' });
  await dialog.getByRole('button', { name: /^Go there in: What if/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Forget this what-if' }).click();
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
});

test('the manifest editor completes fields and marks what the API server refuses', async () => {
  await walk.press('End');
  await page.getByRole('button', { name: 'Write a manifest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manifest editor' });
  await expect(dialog.getByRole('textbox', { name: 'Manifest, YAML' })).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('        imageP');
  await expect(dialog.getByRole('option', { name: /imagePullPolicy/ })).toBeVisible();
  await page.keyboard.press('Escape');
  for (let i = 0; i < 'imageP'.length; i++) await page.keyboard.press('Backspace');
  await page.keyboard.type('imagge: x');
  await expect(dialog.getByRole('status')).toContainText('One mistake');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText(
    /Error from server.*unknown field "spec\.template\.spec\.containers\[0\]\.imagge"/,
  );
  await expect(dialog).toContainText('Line 18');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await walk.settled();
  await walk.press('End');
  await expect(page.getByTestId('transcript')).toContainText('deployment.apps/web created');
});

test('kubectl edit opens the object in the editor and saves what was changed', async () => {
  await page.getByRole('textbox', { name: 'Command' }).fill('kubectl edit deployment nginx');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit: kubectl edit deployment nginx' });
  const text = dialog.getByRole('textbox', { name: 'Manifest, YAML' });
  await expect(text).toContainText('replicas: 3');
  await dialog.getByText('replicas: 3', { exact: false }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a cluster of one’s own starts, and its link starts it again', async () => {
  await page.locator('.scenario-button').click();
  await page.getByRole('button', { name: 'Build a cluster…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Build a cluster' });
  const memory = dialog.getByRole('textbox', { name: 'Memory' }).first();
  await memory.fill('lots');
  await expect(dialog.getByRole('status')).toContainText('nodes[0].memory');
  await memory.fill('8Gi');
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('alpha');
  await expectNoViolation(page, { tags, part: 'dialog[open]' });
  await dialog.getByRole('button', { name: 'Start it' }).click();
  await expect(page.locator('.scenario-button')).toContainText('A cluster of your own');
  await expect(page.locator('.canvas')).toContainText('alpha');
  await walk.settled();
  await expect.poll(() => page.url()).toContain('#s=w1.');
  await page.reload();
  await expect(page.locator('.canvas')).toContainText('alpha');
});
