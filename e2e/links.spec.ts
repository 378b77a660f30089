import { expect, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test('a link leads back to the same step of the same run', async ({ page, context }) => {
  const walk = new WalkthroughPage(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await walk.open('?seed=7');
  await walk.run(createDeployment);
  await walk.press('6');
  const { step, steps } = await walk.position();
  const told = await walk.caption.textContent();
  const id = await page.locator('[data-step-id]').getAttribute('data-step-id');
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe(id);
  expect(page.url()).toContain('#s=v1.');
  const link = page.url();
  expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
    scenario: 'create-deployment',
    seed: '7',
  });

  const other = new WalkthroughPage(await context.newPage());
  await other.page.goto(link);
  await expect.poll(() => other.position()).toEqual({ step, steps });
  expect(await other.caption.textContent()).toBe(told);
  await expect(other.transcript()).toContainText('deployment.apps/nginx created');
  expect(await other.settled()).toBe(await walk.settled());
  expect([...walk.problems, ...other.problems]).toEqual([]);
});

test('a link that cannot be read opens the cluster before any command', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?step=etcd/commit/nothing#s=v1.broken');
  await expect(walk.caption).toContainText('The cluster is up');
  expect(walk.problems).toEqual([]);
});
