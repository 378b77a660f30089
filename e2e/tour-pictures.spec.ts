import { expect, test } from '@playwright/test';
import { tourIds } from '../src/scenarios/tours/tour-ids.ts';
import { castProblems, pictureOf, rested } from './support/pictures.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const size = { width: 1280, height: 720 };

for (const id of tourIds) {
  test(`each stop of ${id} has its own picture and its whole cast in view`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=${id}&quiz=0`, true);
    await walk.settled();
    const label = await page.locator('.caption.tour progress').getAttribute('aria-label');
    const stops = Number(/of (\d+)/.exec(label ?? '')?.[1] ?? 0);
    expect(stops).toBeGreaterThan(1);
    const problems: string[] = [];
    let before = '';
    for (let stop = 1; stop <= stops; stop++) {
      await walk.toldAt(stop);
      await rested(page);
      const picture = await pictureOf(page);
      if (picture === before) problems.push(`stop ${stop} looks like the one before`);
      before = picture;
      for (const problem of await castProblems(page)) problems.push(`stop ${stop}: ${problem}`);
      if (stop < stops) await walk.press('Shift+ArrowRight');
    }
    expect(problems).toEqual([]);
    expect(walk.problems).toEqual([]);
  });
}
