/** A link shows what its author saw: not only the step, also the room, the stage and the tab. */
import { expect, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test('the address opens the same stage, tab and step in a clean browser', async ({
  page,
  browser,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open();
  await walk.run(createDeployment);
  await walk.press('End');
  await expect(page).toHaveURL(/step=(?!person)/);
  await page.goto(page.url().replace('?', '?view=kube-scheduler%2Ffilter&panel=events&'));
  await page.locator('html[data-trace-hash]').waitFor({ timeout: 30_000 });
  const table = page.getByRole('region', { name: 'Filter' });
  await expect(table).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Diff' }).click();
  await expect(page).toHaveURL(/panel=diff/);
  const title = await page.locator('.insp h2').textContent();

  const context = await browser.newContext();
  const other = new WalkthroughPage(await context.newPage());
  await other.page.goto(page.url());
  await other.settled();
  await expect(other.page.locator('.insp h2')).toHaveText(title ?? '');
  await expect(other.page.getByRole('region', { name: 'Filter' })).toBeVisible();
  await expect(other.page.getByRole('tab', { name: 'Diff' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect([...walk.problems, ...other.problems]).toEqual([]);
  await context.close();
});

test('the map tells which member of etcd leads, and that one is gone', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=etcd-leader-loss');
  const etcd = page.locator('[data-room="etcd"]');
  await expect(etcd).toContainText('leader');
  await walk.settled();
  await walk.press('End');
  await expect(etcd).toContainText('leader');
  expect(walk.problems).toEqual([]);
});
