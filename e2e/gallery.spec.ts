/**
 * Every scenario of the gallery and every tour, from its first stop to its last and back, with a
 * picture at each chapter. `npm test` walks a few of them, another few each day; `GALLERY=all` walks
 * all, `GALLERY=rbac,quota` the named ones, and `THEME`, `LANG_OF_PAGE` say how they look.
 */
import { expect, type Page, test } from '@playwright/test';
import { gallery } from '../src/scenarios/gallery/gallery.ts';
import { tourIds } from '../src/scenarios/tours/tour-ids.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const { GALLERY = '', THEME = 'light', LANG_OF_PAGE = 'en' } = process.env;

/** How many of them `npm test` walks. */
const daily = 3;
const day = Math.floor(Date.now() / 86_400_000);

const scenarios: readonly string[] = gallery.map(({ id }) => id);
const everything: readonly string[] = [...scenarios, ...tourIds];

function chosen(): readonly string[] {
  if (GALLERY === 'all') return everything;
  if (GALLERY !== '') return GALLERY.split(',');
  // The long tours have tests of their own.
  return Array.from(
    { length: daily },
    (_, index) => scenarios[(day * daily + index) % scenarios.length] ?? '',
  );
}

/** What of the page's own words is cut off: text that is wider than its place and is not shortened. */
function cutWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.btn, .place-bar button, .tabs button, .told p')]
      .filter((each) => each.checkVisibility({ opacityProperty: true }))
      .filter((each) => each.scrollWidth > each.clientWidth + 2)
      .filter((each) => getComputedStyle(each).overflow === 'visible')
      .map((each) => `${each.className}: ${each.textContent}`),
  );
}

for (const id of chosen()) {
  test(`${id} is told stop by stop, from start to end and back`, async ({ browser }, info) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=${id}&lang=${LANG_OF_PAGE}&theme=${THEME}&quiz=0`);
    await page.locator('html[data-trace-hash]').waitFor({ timeout: 180_000 });
    await page.locator('.caption.tour progress').waitFor();
    const chapter = page.locator('.caption .chapter-name');
    const stops = await page
      .locator('.caption.tour progress')
      .evaluate((bar: HTMLProgressElement) => bar.max);
    const told: string[] = [];
    let seen = '';
    for (let stop = 1; stop <= stops; stop++) {
      if (stop > 1) await walk.press('Shift+ArrowRight');
      told.push(await walk.toldAt(stop));
      const now = (await chapter.textContent()) ?? '';
      if (now === seen) continue;
      seen = now;
      const path = info.outputPath(`${id}-${THEME}-${LANG_OF_PAGE}-${stop}.png`);
      await page.screenshot({ path });
      expect(await cutWords(page), `stop ${stop}`).toEqual([]);
      expect(await walk.scrollsSideways(), `stop ${stop}`).toBe(false);
    }
    for (let stop = stops - 1; stop >= 1; stop--) {
      await walk.press('Shift+ArrowLeft');
      expect(await walk.toldAt(stop), `back at stop ${stop}`).toBe(told[stop - 1]);
    }
    expect(walk.problems).toEqual([]);
    await context.close();
  });
}
