/** User story 6: from “Pod created” back to the POST of kubectl, cause by cause. */
import { expect } from '@playwright/test';
import { test } from '../support/deployed-page.ts';
import { everyEngine } from '../support/every-engine.ts';

test(
  'from the Pod’s birth, [ leads to kubectl’s POST, and ] leads on again',
  everyEngine,
  async ({ walk }) => {
    const { page } = walk;
    await walk.press('2');
    for (let press = 0; press < 100; press++) {
      if (/Pod nginx-\S+ exists now/.test((await walk.caption.textContent()) ?? '')) break;
      await walk.press('ArrowRight');
    }
    await expect(walk.caption).toContainText('exists now');
    const way: string[] = [];
    const head = page.locator('.insp .head');
    for (let press = 0; press < 120; press++) {
      const { step } = await walk.position();
      way.push((await head.getAttribute('data-step-id')) ?? '');
      const cause = page.locator('.links .link').first();
      if ((await cause.evaluate((element) => element.tagName)) !== 'BUTTON') break;
      await walk.press('[');
      expect((await walk.position()).step, `the cause of ${way.at(-1)}`).toBeLessThan(step);
    }
    expect(way, way.join(' ← ')).toContain('kubectl/send/deployments/default');
    await expect(walk.caption).toContainText('You press Enter');
    await walk.press(']');
    await expect(walk.caption).not.toContainText('You press Enter');
  },
);

test('no step is without a cause, except what a person or a timer begins', async ({ walk }) => {
  test.setTimeout(120_000);
  const { page } = walk;
  const { steps } = await walk.position();
  const roots: string[] = [];
  for (let step = 1; step <= steps; step++) {
    await walk.press('ArrowRight');
    const root = await page.evaluate(() =>
      document.querySelector('.links .link')?.tagName === 'BUTTON'
        ? undefined
        : document.querySelector('.insp .head')?.getAttribute('data-step-id'),
    );
    if (root) roots.push(root);
  }
  expect(roots.length).toBeGreaterThanOrEqual(1);
  expect(roots.filter((id) => !/^person\//.test(id))).toEqual([]);
});
