/** The live clock: time passes, and what is typed runs now. */
import { expect, type Page, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const live = (page: Page) => page.getByRole('button', { name: 'Live', exact: true });

test('live, a Pod runs a while after it was made, and a watch goes on', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=create-deployment&lang=en');
  const printed = page.getByTestId('transcript');
  await live(page).click();
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
  await walk.run('kubectl run web --image=nginx');
  await expect(printed).toContainText('pod/web created');
  await expect(page.locator('[data-pod="default/web"]')).toHaveAttribute('data-status', 'Running');
  await walk.run('kubectl get pods');
  await expect(printed).toContainText(/web\s+1\/1\s+Running/);
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');

  await walk.press('Space');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'false');
  const clock = page.locator('.clock');
  const stood = await clock.textContent();
  await page.waitForTimeout(400);
  expect(await clock.textContent()).toBe(stood);
  await walk.press('ArrowLeft', 2);
  await walk.press('End');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');

  await walk.run('kubectl get pods -w');
  await expect(printed).toContainText('$ kubectl get pods -w');
  await walk.run('kubectl delete pod web --now');
  await expect(printed).toContainText('pod "web" deleted');
  expect(walk.problems).toEqual([]);
});

test('a line that reports as time passes goes live by itself', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=create-deployment&lang=en');
  await walk.run('kubectl get pods -w');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
});
