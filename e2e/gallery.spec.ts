/**
 * Every scenario of the gallery and every tour, from its first stop to its last and back, with a
 * picture at each chapter; at each stop the whole cast is in view, and no two stops look alike.
 * `GALLERY=rbac,quota` walks the named ones, `GALLERY=all` also the tours that have tests of their
 * own; `THEME`, `LANG_OF_PAGE` and `SIZE` say how they look.
 */
import { expect, type Page, test } from '@playwright/test';
import { gallery } from '../src/scenarios/gallery/gallery.ts';
import { nextInCourse } from '../src/scenarios/tours/course.ts';
import { tourIds } from '../src/scenarios/tours/tour-ids.ts';
import { Pictures } from './support/pictures.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const { GALLERY = '', THEME = 'light', LANG_OF_PAGE = 'en', SIZE = '1440x900' } = process.env;

/** In `tour.spec.ts`, `long-tours.spec.ts` and `long-walk.spec.ts`. */
const walkedElsewhere = ['short-walk', 'loss', 'kubelet-modules', 'components', 'full-walk'];

const everything: readonly string[] = [...gallery.map(({ id }) => id), ...tourIds];
const rest = everything.filter((id) => !walkedElsewhere.includes(id));
const chosen = GALLERY === 'all' ? everything : GALLERY === '' ? rest : GALLERY.split(',');

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

/** Goes through the stops and back; at each chapter `look` is called with the number of its stop. */
async function walkTour(walk: WalkthroughPage, look: (stop: number) => Promise<void>) {
  const { page } = walk;
  const bar = page.locator('.caption.tour progress');
  const stops = await bar.evaluate((each: HTMLProgressElement) => each.max);
  const told: string[] = [];
  const pictures = new Pictures(page);
  let seen = '';
  for (let stop = 1; stop <= stops; stop++) {
    if (stop > 1) await walk.press('Shift+ArrowRight');
    const { words, chapter } = await walk.stopAt(stop);
    told.push(words);
    await pictures.look(`stop ${stop}`);
    if (chapter !== seen) await look(stop);
    seen = chapter;
  }
  for (let stop = stops - 1; stop >= 1; stop--) {
    await walk.press('Shift+ArrowLeft');
    expect(await walk.toldAt(stop), `back at stop ${stop}`).toBe(told[stop - 1]);
  }
  expect(pictures.problems).toEqual([]);
}

/** By a link, or by the button of the one before it, as somebody who goes through the course. */
async function openTour({ page }: WalkthroughPage, id: string, before: string | undefined) {
  if (before === undefined || nextInCourse(before) !== id) {
    await page.goto(`./?tour=${id}&lang=${LANG_OF_PAGE}&theme=${THEME}&quiz=0`);
  } else {
    await walk.press('End');
    await page.locator('.tour-buttons button').first().click();
    await page.waitForURL((url) => url.searchParams.get('tour') === id);
  }
  await page.locator('html[data-trace-hash]').waitFor({ timeout: 180_000 });
  await page.locator('.caption.tour progress').waitFor();
}

test.describe.configure({ mode: 'serial' });

let walk: WalkthroughPage;
test.beforeAll(async ({ browser }) => {
  const [width = 0, height = 0] = SIZE.split('x').map(Number);
  const context = await browser.newContext({ viewport: { width, height } });
  walk = new WalkthroughPage(await context.newPage());
});
test.afterAll(() => walk.page.context().close());

for (const [index, id] of chosen.entries()) {
  test(`${id} is told stop by stop, from start to end and back`, async ({ browserName }, info) => {
    test.setTimeout(600_000);
    const { page } = walk;
    await openTour(walk, id, chosen[index - 1]);
    await walkTour(walk, async (stop) => {
      expect(await cutWords(page), `stop ${stop}`).toEqual([]);
      expect(await walk.scrollsSideways(), `stop ${stop}`).toBe(false);
      const name = `${id}-${THEME}-${LANG_OF_PAGE}-${stop}-${browserName}.jpg`;
      const path = info.outputPath(name);
      await page.screenshot({ path, quality: 90, animations: 'disabled' });
    });
    expect(walk.problems).toEqual([]);
  });
}
