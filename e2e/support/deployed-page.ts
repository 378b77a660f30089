/**
 * One page for all files of a worker that only walk a run: `create deployment` with the seed 42, in
 * English. Each test finds it at its start, and leaves it as healthy.
 */
import { test as base, expect } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './walkthrough-page.ts';

/** The tests whose page it is; `walk` is the page. */
export const test = base.extend<{ walk: WalkthroughPage }, { kept: { walk?: WalkthroughPage } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
  kept: [({}, use) => use({}), { scope: 'worker' }],
  walk: async ({ browser, kept }, use) => {
    if (kept.walk === undefined) {
      const context = await browser.newContext();
      kept.walk = new WalkthroughPage(await context.newPage());
      await kept.walk.open('?seed=42&lang=en');
      await kept.walk.run(createDeployment);
    }
    await kept.walk.press('Home');
    await use(kept.walk);
    expect(kept.walk.problems).toEqual([]);
  },
});
