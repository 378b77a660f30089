/** User stories 14 and 15: what a person hears, and what does not move. */
import { expect, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from '../support/walkthrough-page.ts';

test('each step by hand is said once, and fast playing is silent until it pauses', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?lang=en&motion=off');
  await walk.run(createDeployment);
  await walk.press('Home');
  await page.evaluate(() => {
    const said: string[] = [];
    const live = document.querySelector('output[aria-live="polite"]');
    if (live === null) throw new Error('There is no live region.');
    new MutationObserver(() => {
      const words = live.textContent ?? '';
      if (words !== '' && words !== said.at(-1)) said.push(words);
    }).observe(live, { childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { said });
  });
  const said = (): Promise<readonly string[]> =>
    page.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0));
  await said();
  for (let step = 1; step <= 8; step++) {
    await walk.press('ArrowRight');
    await expect
      .poll(async () => (await page.locator('output[aria-live="polite"]').textContent()) ?? '')
      .toContain(`Step ${step} of`);
  }
  expect(await said()).toHaveLength(8);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await page.locator('.caption').click();
  await walk.press('Space');
  await expect.poll(async () => (await walk.position()).step).toBeGreaterThan(14);
  expect(await said()).toEqual([]);
  await walk.press('Space');
  const { step } = await walk.position();
  await expect.poll(async () => (await said()).at(-1) ?? '').toContain(`Step ${step} of`);
  expect(walk.problems).toEqual([]);
});

test('with reduced motion a link that asks to play does not, and nothing moves', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const walk = new WalkthroughPage(page);
  await walk.open('?lang=en&autoplay=1');
  await walk.settled();
  const { step } = await walk.position();
  await page.waitForTimeout(1500);
  await walk.expectStep(step);
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(moving).toBe(0);
  expect(walk.problems).toEqual([]);
});
