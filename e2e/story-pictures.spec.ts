import { expect, type Page, test } from '@playwright/test';
import { Pictures } from './support/pictures.ts';
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
    const pictures = new Pictures(page);
    for (let beat = 1; beat <= beats; beat++) {
      await walk.press('ArrowRight');
      await pictures.look(`beat ${beat}`);
    }
    expect(pictures.problems).toEqual([]);
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
