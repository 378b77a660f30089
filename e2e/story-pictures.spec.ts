import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

/** Windows, and what the map has of their height at least: the lanes are folded. */
const sizes = [
  { width: 1440, height: 900, canvas: 520 },
  { width: 1366, height: 768, canvas: 440 },
  { width: 1280, height: 720, canvas: 440 },
  { width: 1024, height: 768, canvas: 380 },
  { width: 390, height: 844, canvas: 380 },
  { width: 360, height: 640, canvas: 200 },
] as const;

for (const { width, height, canvas } of sizes) {
  test(`each beat of the default walk has its own picture and its whole cast in view at ${width}×${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const walk = new WalkthroughPage(page);
    await walk.open('?depth=story');
    await walk.run(createDeployment);
    await walk.press('Home');
    const beats = await numberOfBeats(page);
    expect(beats).toBeGreaterThanOrEqual(15);
    await page.setViewportSize({ width, height });
    expect(await heightOfCanvas(page)).toBeGreaterThanOrEqual(canvas);
    const pictures: string[] = [];
    const problems: string[] = [];
    for (let beat = 1; beat <= beats; beat++) {
      await walk.press('ArrowRight');
      await rested(page);
      const picture = (await page.locator('.diagram-canvas').screenshot()).toString('base64');
      if (picture === pictures.at(-1)) problems.push(`beat ${beat} looks like the one before`);
      pictures.push(picture);
      for (const problem of await castProblems(page)) problems.push(`beat ${beat}: ${problem}`);
    }
    expect(problems).toEqual([]);
    expect(walk.problems).toEqual([]);
  });
}

/** The height of the map in pixels. */
async function heightOfCanvas(page: Page): Promise<number> {
  const box = await page.locator('.diagram-canvas').boundingBox();
  return box?.height ?? 0;
}

/** How many beats the run has, as the page counts them. */
async function numberOfBeats(page: Page): Promise<number> {
  await page.keyboard.press('ArrowRight');
  const count = await page.locator('.transport').first().textContent();
  await page.keyboard.press('ArrowLeft');
  return Number(/\d+\s*\/\s*(\d+)/.exec(count ?? '')?.[1] ?? 0);
}

/** Waits until the camera stands still. */
async function rested(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
}

/** What of the cast is not drawn, not wholly in view, or too small to read. */
function castProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cast = document.querySelector<HTMLElement>('.diagram')?.dataset['cast'] ?? '';
    if (cast === '') return ['no cast'];
    const canvas = document.querySelector('.diagram-canvas')?.getBoundingClientRect();
    if (canvas === undefined) return ['no canvas'];
    return cast.split(' ').flatMap((anchor) => {
      const drawn = [...document.querySelectorAll(`.diagram-canvas [data-anchor~="${anchor}"]`)];
      const visible = drawn.filter((element) => element.checkVisibility());
      const isInside = (element: Element): boolean => {
        const box = element.getBoundingClientRect();
        return (
          box.left >= canvas.left - 2 &&
          box.top >= canvas.top - 2 &&
          box.right <= canvas.right + 2 &&
          box.bottom <= canvas.bottom + 2
        );
      };
      // A room may stand in a row of names too, which scrolls.
      const seen = visible.find(isInside) ?? visible[0];
      if (seen === undefined) return [`${anchor} is not drawn`];
      const box = seen.getBoundingClientRect();
      if (!isInside(seen)) {
        const [top, bottom, from, to] = [box.top, box.bottom, canvas.top, canvas.bottom];
        return [`${anchor} is cut: ${[top, bottom, from, to].map(Math.round).join(' ')}`];
      }
      const words = [seen, ...seen.querySelectorAll('*')].filter((element) =>
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '',
        ),
      );
      const zoom = box.width / ((seen as HTMLElement).offsetWidth || box.width);
      const smallest = Math.min(
        ...words.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * zoom),
      );
      // The zoom is measured by a width in whole pixels.
      return smallest < 13.9 ? [`${anchor} has text of ${smallest} px`] : [];
    });
  });
}
