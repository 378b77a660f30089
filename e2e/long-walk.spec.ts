import { expect, type Page, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const beatOf = (page: Page): Promise<string | null> => page.getByTestId('tour-beat').textContent();
const stop = (page: Page): Promise<number> =>
  page.locator('.caption.tour progress').evaluate((bar: HTMLProgressElement) => bar.value);

test('the long walk is told in ninety-four stops, from start to end and back', async ({ page }) => {
  test.setTimeout(180_000);
  const walk = new WalkthroughPage(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await walk.open('?tour=full-walk&lang=en');
  await walk.settled();
  const told = [await beatOf(page)];
  for (let next = 2; next <= 94; next++) {
    await walk.press('Shift+ArrowRight');
    await expect.poll(() => stop(page)).toBe(next);
    told.push(await beatOf(page));
  }
  expect(new Set(told).size).toBe(94);
  expect(told[0]).toMatch(/^The long text of 2018/);
  expect(told[93]).toMatch(/^kubectl rollout status only reads/);
  await expect(page.locator('.caption .where')).toContainText('Tour, chapter 27 of 27');
  for (let before = 93; before >= 1; before--) {
    await walk.press('Shift+ArrowLeft');
    await expect.poll(() => stop(page)).toBe(before);
    expect(await beatOf(page)).toBe(told[before - 1]);
  }
  expect(walk.problems).toEqual([]);
});

const languages = [
  ['ja', /^Pod が/],
  ['zh-TW', /節點/],
] as const;

for (const [lang, words] of languages) {
  test(`a tour goes on in ${lang} when its link is opened again`, async ({ page }) => {
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=loss&chapter=node-silent&lang=${lang}`);
    await expect(page.getByTestId('tour-beat')).toContainText(words);
    await walk.press('Shift+ArrowRight');
    await expect.poll(() => page.url()).toMatch(/step=/);
    await expect.poll(() => new URL(page.url()).searchParams.get('lang')).toBe(lang);
    await walk.open(new URL(page.url()).search);
    await expect(page.locator('.caption.tour')).toHaveAttribute('lang', lang);
  });
}
