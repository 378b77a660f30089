import { expect, type Page, test } from '@playwright/test';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, type WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(
  async (shared) => {
    walk = shared;
    page = shared.page;
    await walk.open();
    await walk.run(createDeployment);
  },
  { reducedMotion: 'no-preference' },
);

/** The page once nothing moves any more: a step takes less than a second. */
async function atRest(): Promise<string> {
  await page.waitForTimeout(1500);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  return walk.snapshot();
}

test('what a step brings comes to rest where a cut puts it', async () => {
  for (const digit of [3, 6, 9]) {
    await walk.press(String(digit));
    await walk.press('ArrowRight', 3);
    const walked = await atRest();
    await walk.press('Home');
    await walk.press(String(digit));
    await walk.press('ArrowRight', 4);
    await walk.press('ArrowLeft');
    await expect.poll(() => walk.snapshot()).toBe(walked);
  }
});

test('a Pod fades in on its node, and after a cut it is gone at once', async () => {
  const pods = page.locator('[data-pod]');
  // The last tenth of the run at whose beginning no Pod is on a node.
  for (let tenth = 9; tenth >= 1; tenth--) {
    await walk.press(String(tenth));
    if ((await pods.count()) === 0) break;
  }
  expect(await pods.count()).toBe(0);
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.matches('[data-pod]'))
          seen.push(getComputedStyle(node).opacity);
      }
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { podsSeen: seen });
  });
  for (let step = 0; step < 60 && (await pods.count()) === 0; step++) {
    await walk.press('ArrowRight');
    // A Pod comes with the watch event, at the end of the movement, which the next press would cut.
    await page.waitForTimeout(1500);
  }
  const seen = await page.evaluate(
    () => (globalThis as unknown as { podsSeen: string[] }).podsSeen,
  );
  expect(seen[0]).toBe('0');
  await expect(pods.first()).toHaveCSS('opacity', '1');
  await walk.press('Home');
  expect(await pods.count()).toBe(0);
});
