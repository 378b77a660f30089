import { expect, type Page, test } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, type WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(
  async (shared) => {
    walk = shared;
    page = shared.page;
    await walk.open();
  },
  { colorScheme: 'light' },
);

test('axe finds nothing serious at the start', async () => {
  await expectNothingSerious(page);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the middle of the run, in ${scheme}`, async () => {
    // Axe reads the panel seven times and the page once; of the second theme, its colours.
    test.slow();
    const colours = scheme === 'dark';
    if (scheme === 'light') await walk.run(createDeployment);
    await page.emulateMedia({ colorScheme: scheme });
    await walk.press('4');
    for (const key of ['h', 'y', 'x', 'r', 'i', 'e', 'c']) {
      await walk.press(key);
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      await expectNothingSerious(page, { part: '.insp', colours });
    }
    await walk.press('End');
    await expectNothingSerious(page, { colours });
    await walk.press('c');
  });
}

test('the live region says each step once', async () => {
  const live = page.locator('output[aria-live="polite"]');
  await walk.press('Home');
  await walk.press('ArrowRight', 2);
  await expect(live).toHaveText(/^Step 2 of \d+\. kubectl reads/);
});

test('the step and the chosen depth are seen where the system chooses the colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('radio', { name: 'Story' }).check();
  await walk.press('Home');
  await walk.press('ArrowRight', 3);
  const ground = (selector: string, pseudo?: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((each, part) => getComputedStyle(each, part).backgroundColor, pseudo);
  expect(await ground('.bead.now', '::before')).not.toBe(await ground('body'));
  expect(await ground('.bead.past', '::before')).not.toBe(await ground('body'));
  expect(await ground('.seg .on')).not.toBe(await ground('.seg label:not(.on)'));
  await page.emulateMedia({ forcedColors: 'none' });
});
