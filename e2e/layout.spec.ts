import { expect } from '@playwright/test';
import { test } from './support/deployed-page.ts';
import { everyEngine } from './support/every-engine.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const sizes = [
  { name: '1440×900', width: 1440, height: 900 },
  { name: '1024×768', width: 1024, height: 768 },
  { name: '820×1180', width: 820, height: 1180 },
  { name: '1440×900 at 200 %', width: 720, height: 450 },
  { name: '360×640', width: 360, height: 640 },
];

test('the page fits every window in the middle of a run', everyEngine, async ({ walk }) => {
  const { page } = walk;
  await walk.press('4');
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => walk.scrollsSideways(), name).toBe(false);
    const canvas = await page.locator('main.canvas').boundingBox();
    expect(canvas?.height, name).toBeGreaterThanOrEqual(240);
    expect(await smallTargets(walk), name).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the marks stand in the rows of their lanes when not all rows have room', async ({ walk }) => {
  const { page } = walk;
  await page.setViewportSize({ width: 1024, height: 768 });
  const rows = page.locator('.lanes-scroll');
  const scrolled = await rows.evaluate((each) => {
    each.scrollTop = 20;
    return each.scrollTop;
  });
  expect(scrolled).toBe(20);
  const place = await rows.boundingBox();
  const painted = await page.locator('.lane-sight').boundingBox();
  expect([painted?.y, painted?.height]).toEqual([place?.y, place?.height]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('on a phone the step is told, shown and walked with the thumb', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open();
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => walk.scrollsSideways(), `before a run, ${name}`).toBe(false);
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await walk.settled();
  const heights = async (): Promise<readonly (number | undefined)[]> =>
    Promise.all([walk.next, walk.back].map(async (each) => (await each.boundingBox())?.height));
  // On a short phone the map needs the height more; a thumb still finds them.
  await walk.page.setViewportSize({ width: 360, height: 640 });
  expect(await heights()).toEqual([44, 44]);
  await walk.page.setViewportSize({ width: 390, height: 844 });
  expect(await heights()).toEqual([56, 56]);
  await walk.next.click();
  await walk.next.click();
  await expect(walk.caption).toContainText('From its kubeconfig');
  await walk.back.click();
  await expect(walk.caption).toContainText('kubectl reads');
  await page.locator('.fold-button').click();
  // Nothing lies over the step's button while the terminal is open.
  await walk.next.click({ trial: true });
  await page.locator('.fold-button').click();
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide details' }).click();
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeHidden();
  expect(walk.problems).toEqual([]);
});

/** Controls that are smaller than 24 pixels in a direction. */
function smallTargets(walk: WalkthroughPage): Promise<readonly string[]> {
  return walk.page.evaluate(() =>
    [...document.querySelectorAll('button, select, [role=slider], .seg label')]
      .filter((element) => element.checkVisibility() && element.closest('.react-flow') === null)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => {
        const isStrip = element.getAttribute('role') === 'slider';
        return box.width > 0 && (box.width < 24 || box.height < (isStrip ? 18 : 24));
      })
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
  );
}
