/** User story 11: guess first, then see. */
import { expect, test } from '@playwright/test';
import { everyEngine } from '../support/every-engine.ts';
import { WalkthroughPage } from '../support/walkthrough-page.ts';

test(
  'a question stops playing; 2 commits, the run goes on and says who was right',
  everyEngine,
  async ({ page }) => {
    const walk = new WalkthroughPage(page);
    await walk.open('?tour=short-walk&lang=en');
    await walk.settled();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
    await page.locator('.caption').click();
    await walk.press('Space');
    const question = page.getByTestId('question');
    await expect(question).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    const { step } = await walk.position();
    await page.waitForTimeout(600);
    await walk.expectStep(step);
    await walk.press('2');
    await walk.expectStep(step + 1);
    await expect(question).toContainText(/Right\.|Not quite/);
    expect(walk.problems).toEqual([]);
  },
);

test('quiz=0 asks nothing, and the digits seek as ever', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?tour=short-walk&lang=en&quiz=0');
  await walk.settled();
  for (let stop = 1; stop < 16; stop++) {
    await walk.press('Shift+ArrowRight');
    await walk.press('ArrowLeft');
    await expect(page.getByTestId('question')).toHaveCount(0);
    await walk.press('ArrowRight');
  }
  await walk.press('5');
  const { step, steps } = await walk.position();
  expect(step).toBe(Math.round(steps / 2));
  expect(walk.problems).toEqual([]);
});
