import { expect, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

test('the long walk is told in ninety-four stops, from start to end and back', async ({ page }) => {
  test.setTimeout(180_000);
  const walk = new WalkthroughPage(page);
  await walk.open('?tour=full-walk&lang=en');
  await walk.settled();
  const told = [await walk.toldAt(1)];
  for (let next = 2; next <= 94; next++) {
    await walk.press('Shift+ArrowRight');
    told.push(await walk.toldAt(next));
  }
  expect(new Set(told).size).toBe(94);
  expect(told[0]).toMatch(/^An article of about 2018/);
  expect(told[93]).toMatch(/^kubectl rollout status only reads/);
  await expect(page.locator('.caption .where')).toContainText('Tour, chapter 27 of 27');
  for (let before = 93; before >= 1; before--) {
    await walk.press('Shift+ArrowLeft');
    expect(await walk.toldAt(before)).toBe(told[before - 1]);
  }
  expect(walk.problems).toEqual([]);
});

const languages = [
  ['ja', /コントロールプレーン/],
  ['zh-TW', /控制平面/],
] as const;

for (const [lang, words] of languages) {
  test(`a tour goes on in ${lang} when its link is opened again`, async ({ page }) => {
    const walk = new WalkthroughPage(page);
    await walk.open(`?tour=short-walk&chapter=rooms&lang=${lang}`);
    await expect(page.getByTestId('tour-beat')).toContainText(words);
    await walk.press('Shift+ArrowRight');
    await expect.poll(() => page.url()).toMatch(/step=/);
    await expect.poll(() => new URL(page.url()).searchParams.get('lang')).toBe(lang);
    await walk.open(new URL(page.url()).search);
    await expect(page.locator('.caption.tour')).toHaveAttribute('lang', lang);
  });
}
