/** User story 20: a phone, and a page zoomed to 200 %. */
import { expect, test } from '@playwright/test';
import { WalkthroughPage } from '../support/walkthrough-page.ts';

const windows = [
  { name: 'a phone', width: 360, height: 640, scale: 2 },
  { name: '1280×768 at 200 %', width: 640, height: 384, scale: 2 },
  { name: 'a frame of 320', width: 320, height: 600, scale: 1 },
];

for (const { name, width, height, scale } of windows) {
  test(`${name}: the map has its height, and nothing is cut`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
    });
    const page = await context.newPage();
    const walk = new WalkthroughPage(page);
    await walk.open('?tour=short-walk&lang=en');
    await walk.settled();
    for (let stop = 0; stop < 6; stop++) {
      expect(await walk.scrollsSideways()).toBe(false);
      const map = await page.locator('.diagram-canvas').boundingBox();
      expect(map?.height).toBeGreaterThanOrEqual(150);
      // Only in a narrow frame the longest words are scrolled.
      if (width >= 360) await expect.poll(() => hiddenWords(walk)).toBe(0);
      await walk.press('Shift+ArrowRight');
    }
    expect(await cutButtons(walk)).toEqual([]);
    await longerWords(walk);
    expect(await walk.scrollsSideways()).toBe(false);
    expect(await cutButtons(walk)).toEqual([]);
    expect(walk.problems).toEqual([]);
    await context.close();
  });
}

/** How much of the words of the step is only seen after scrolling. */
function hiddenWords(walk: WalkthroughPage): Promise<number> {
  return walk.page.evaluate(() => {
    const told = document.querySelector('.caption .told');
    return told === null ? -1 : told.scrollHeight - told.clientHeight;
  });
}

/** Words as another language may have them: longer by two fifths, wherever a button has any. */
function longerWords(walk: WalkthroughPage): Promise<void> {
  return walk.page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      if (button.closest('.react-flow, .chip, .scenario-button') !== null) continue;
      for (const node of button.querySelectorAll('*')) lengthen(node);
      lengthen(button);
    }
    function lengthen(element: Element): void {
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
        if (/\p{L}{3}/u.test(text))
          node.textContent = text + 'ä'.repeat(Math.ceil(text.length * 0.4));
      }
    }
  });
}

/** Buttons whose words do not fit in them, or that are too small for a finger. */
function cutButtons(walk: WalkthroughPage): Promise<readonly string[]> {
  return walk.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button')]
      .filter((each) => each.checkVisibility() && each.closest('.react-flow') === null)
      // These shorten a name that is a title elsewhere, with dots.
      .filter((each) => !each.matches('.scenario-button, .link, .chip'))
      // What a sentence names is as high as its line.
      .filter((each) => !each.matches('.anchor, .term-word'))
      .filter((each) => {
        const box = each.getBoundingClientRect();
        const style = getComputedStyle(each);
        const cut = style.overflow === 'visible' && each.scrollWidth > each.clientWidth + 2;
        return box.width > 0 && (cut || box.width < 24 || box.height < 24);
      })
      .map(
        (each) =>
          `${each.className} “${each.textContent}” ${each.offsetWidth}×${each.offsetHeight}`,
      ),
  );
}
