/**
 * The pictures of the tours that `gallery.spec.ts` does not walk. `TOURS=all` looks at the long ones
 * too, which takes minutes; `SIZE=390x844` looks in another window.
 */
import { expect, test } from '@playwright/test';
import { Pictures } from './support/pictures.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const { SIZE = '1280x720', TOURS = '' } = process.env;
const [width = 0, height = 0] = SIZE.split('x').map(Number);
const long = TOURS === 'all' ? ['full-walk', 'kubelet-modules', 'components'] : [];

for (const id of ['short-walk', 'loss', ...long]) {
  test(`each stop of ${id} has its own picture and its whole cast in view`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height });
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=${id}&quiz=0`, true);
    await walk.settled();
    const bar = page.locator('.caption.tour progress');
    const stops = await bar.evaluate((each: HTMLProgressElement) => each.max);
    const pictures = new Pictures(page);
    for (let stop = 1; stop <= stops; stop++) {
      if (stop > 1) await walk.press('Shift+ArrowRight');
      await walk.toldAt(stop);
      await pictures.look(`stop ${stop}`);
    }
    expect(pictures.problems).toEqual([]);
    expect(walk.problems).toEqual([]);
  });
}
