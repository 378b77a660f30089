import { expect } from '@playwright/test';
import { writeInputs } from '#app/shared-inputs';
import { second } from '#base/sim-time';
import { test } from './support/deployed-page.ts';
import { everyEngine } from './support/every-engine.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test(
  'a link leads back to the same step of the same run',
  everyEngine,
  async ({ walk, context }) => {
    const { page } = walk;
    await walk.press('6');
    const { step, steps } = await walk.position();
    const told = await walk.caption.textContent();
    const id = await page.locator('[data-step-id]').first().getAttribute('data-step-id');
    await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe(id);
    expect(page.url()).toContain('#s=v1.');
    const link = page.url();
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      scenario: 'create-deployment',
      seed: '42',
    });

    const other = new WalkthroughPage(await context.newPage());
    await other.page.goto(link);
    await expect.poll(() => other.position()).toEqual({ step, steps });
    expect(await other.caption.textContent()).toBe(told);
    await expect(other.transcript()).toContainText('deployment.apps/nginx created');
    expect(await other.settled()).toBe(await walk.settled());
    expect(other.problems).toEqual([]);
  },
);

test('a link that cannot be read says so and opens the cluster before any command', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  const notice = page.locator('.notice');
  await walk.open('?step=etcd/commit/nothing#s=v1.broken');
  await expect(walk.caption).toContainText('The cluster is up');
  await expect(notice).toContainText('This link cannot be read. The commands in it');
  await walk.run(createDeployment);
  await expect(notice).toBeHidden();
  await page.goto('about:blank');
  await walk.open('#s=v9.AAAA');
  await expect(notice).toContainText('another version of this page (v9)');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(notice).toBeHidden();
  expect(walk.problems).toEqual([]);
});

test('a link in the place of another opens its own run, where they differ in their inputs alone', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  const hashOf = (line: string) =>
    writeInputs([{ at: 40 * second, kind: 'command', line, user: 'admin' }]);
  await walk.open(`?lang=en#${await hashOf('kubectl get nodes')}`);
  await expect(walk.transcript()).toContainText('kubectl get nodes');
  const other = await hashOf('kubectl version');
  await page.evaluate((hash) => location.assign(`#${hash}`), other);
  await expect(walk.transcript()).toContainText('kubectl version');
  expect(walk.problems).toEqual([]);
});

test('a link that asks for much asks first, and runs when somebody wants it', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  const line = 'kubectl version --client';
  const typed = (_: unknown, index: number) =>
    ({ at: (40 + index / 10) * second, kind: 'command', line, user: 'admin' }) as const;
  await walk.open(`?lang=en#${await writeInputs(Array.from({ length: 201 }, typed))}`);
  const notice = page.locator('.notice');
  await expect(notice).toContainText('minutes of cluster time and 201 inputs');
  await expect(walk.caption).toContainText('The cluster is up');
  await notice.getByRole('button', { name: 'Run it' }).click();
  await expect(notice).toBeHidden();
  await expect(walk.transcript()).toContainText(line);
  expect(walk.problems).toEqual([]);
});

test('a step alone is one of the command that the scenario proposes', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?step=etcd/commit/deployments/default/nginx');
  await expect(walk.caption).toContainText('etcd commits revision');
  await expect(page.locator('.notice')).toBeHidden();
  await expect.poll(() => page.url()).toContain('#s=v1.');
  await page.goto('about:blank');
  await walk.open('?step=etcd/commit/deployments/default/other');
  await expect(page.locator('.notice')).toContainText(
    'deployments/default/other is not in this run',
  );
  await expect(walk.caption).toContainText('etcd commits revision');
  expect(walk.problems).toEqual([]);
});
