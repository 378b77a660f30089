import { expect, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

/** The tours of the second and the third text: how many stops, and how the last one begins. */
const tours = [
  { tour: 'kubelet-modules', stops: 66, lang: 'en', last: /^statusManager deletes the Pod/ },
  { tour: 'components', stops: 52, lang: 'zh-CN', last: /^想知道更多，就去看源码/ },
] as const;

for (const { tour, stops, lang, last } of tours) {
  test(`the tour ${tour} tells each stop once, from start to end and back`, async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext();
    const page = await context.newPage();
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=${tour}&lang=${lang}&quiz=0`);
    await page.locator('html[data-trace-hash]').waitFor({ timeout: 120_000 });
    const told = [await walk.toldAt(1)];
    for (let stop = 2; stop <= stops; stop++) {
      await walk.press('Shift+ArrowRight');
      told.push(await walk.toldAt(stop));
    }
    expect(new Set(told).size).toBe(stops);
    expect(told.at(-1)).toMatch(last);
    for (let stop = stops - 1; stop >= 1; stop--) {
      await walk.press('Shift+ArrowLeft');
      expect(await walk.toldAt(stop)).toBe(told[stop - 1]);
    }
    expect(walk.problems).toEqual([]);
    await context.close();
  });
}
