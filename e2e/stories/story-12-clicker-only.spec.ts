/** User story 12: a lesson is shown to a class with a clicker alone. */
import { expect, type Page, test } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import { shareOnePage } from '../support/share-one-page.ts';
import type { WalkthroughPage } from '../support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(async (shared) => {
  walk = shared;
  page = shared.page;
  await walk.open('?tour=short-walk&lang=en&present=1');
  await walk.settled();
});

const progress = (): Promise<string | null> => page.getByTestId('progress').textContent();
const question = (): ReturnType<Page['getByTestId']> => page.getByTestId('question');

test('the letters are large, and nothing but map, caption and progress is there', async () => {
  await expect(page.locator('.presenter')).toBeVisible();
  expect(
    await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    ),
  ).toBeGreaterThanOrEqual(24);
  const caption = await walk.caption.evaluate((p) =>
    Number.parseFloat(getComputedStyle(p).fontSize),
  );
  expect(caption).toBeGreaterThanOrEqual(30);
  await expect(page.locator('.insp, .term, .transport')).toHaveCount(0);
});

test('PageDown alone walks the whole lesson, its questions too, and PageUp back', async () => {
  await expect.poll(progress).toBe('1 / 16');
  const told: string[] = [];
  let asked = 0;
  for (let press = 0; press < 60; press++) {
    const { n, asks } = await page.evaluate(() => ({
      n: document.querySelector('[data-testid=progress]')?.textContent ?? '',
      asks: document.querySelector('[data-testid=question] button.choice') !== null,
    }));
    told.push(`${n} ${asks ? '?' : ''}`);
    if (asks) asked += 1;
    await walk.press('PageDown');
    if (n === '16 / 16') break;
  }
  expect(await progress()).toBe('16 / 16');
  expect(asked).toBeGreaterThanOrEqual(2);
  for (let stop = told.length; stop > 0; stop--) await walk.press('PageUp');
  await expect.poll(progress).toBe('1 / 16');
});

test('b blanks the screen, and the next press brings the picture back where it was', async () => {
  await walk.press('PageDown', 2);
  const before = await progress();
  for (const [blank, back] of [
    ['b', 'b'],
    ['.', 'PageDown'],
    ['b', 'Escape'],
  ] as const) {
    await walk.press(blank);
    await expect(page.locator('.presenter .blank')).toBeVisible();
    await walk.press(back);
    await expect(page.locator('.presenter .blank')).toHaveCount(0);
    expect(await progress()).toBe(before);
  }
});

test('K held is a spotlight that follows the pointer', async () => {
  const light = page.locator('.spotlight');
  await expect(light).toBeHidden();
  await page.keyboard.down('k');
  await page.mouse.move(300, 200);
  await expect(light).toBeVisible();
  expect(await light.evaluate((element) => element.style.getPropertyValue('--x'))).toBe('300px');
  await page.keyboard.up('k');
  await expect(light).toBeHidden();
});

test('hands are counted, counted again, and a number key commits', async () => {
  for (let press = 0; press < 20; press++) {
    if (await question().locator('button.choice').first().isVisible()) break;
    await walk.press('PageDown');
  }
  const more = page.getByRole('button', { name: 'One hand more for answer 2' });
  await more.click();
  await more.click();
  await page.getByRole('button', { name: 'One hand fewer for answer 2' }).click();
  await more.click();
  await page.getByRole('button', { name: 'Vote again' }).click();
  await more.click();
  await expect(page.getByRole('group', { name: 'Answer 2: one hand' })).toContainText('2');
  await walk.press('2');
  await expect(question().locator('.correct')).toHaveCount(1);
  await expect(question().locator('meter')).toHaveCount(3);
});

test('the speaker’s window has the notes, the next words and the time, and drives', async () => {
  await walk.press('Home');
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Speaker window with notes' }).click();
  const speaker = await opening;
  await expect(speaker.locator('.say h2')).toContainText('/ 16');
  await speaker.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(progress).toBe('1 / 16');
  await expect(speaker.locator('.now')).toHaveText((await walk.caption.textContent()) ?? '');
  const next = (await speaker.locator('.next').textContent()) ?? '';
  await speaker.keyboard.press('PageDown');
  await expect.poll(progress).toBe('2 / 16');
  await expect(walk.caption).toHaveText(next);
  await speaker.getByRole('button', { name: 'Blank the screen' }).click();
  await expect(page.locator('.presenter .blank')).toBeVisible();
  await speaker.getByRole('button', { name: 'Back to the picture' }).click();
  await expect(page.locator('.presenter .blank')).toHaveCount(0);
  await speaker.locator('nav button').nth(3).click();
  await expect(page.locator('.presenter .chapter')).toContainText('chapter 4 of 7');
  await expect(speaker.getByRole('timer')).toHaveText(/^\d:\d\d$/);
  await speaker.getByRole('button', { name: 'Reset' }).click();
  await expect(speaker.getByRole('timer')).toHaveText(/^0:0\d$/);
  await walk.press('Escape');
  await expect(page.locator('.presenter')).toHaveCount(0);
  await expect(walk.next).toBeVisible();
  await expect(speaker.getByRole('alert')).toContainText('No window is presenting');
  await speaker.close();
});

test('the button and the key P present as well, without a tour', async () => {
  await walk.open('?scenario=create-deployment&lang=en&step=etcd/commit/deployments/default/nginx');
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(walk.caption).toContainText('etcd commits');
  const before = await progress();
  await walk.press('PageDown');
  await expect.poll(progress).not.toBe(before);
  await walk.press('p');
  await expect(page.locator('.presenter')).toHaveCount(0);
  await walk.press('p');
  await expect(page.locator('.presenter')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in what a class and a speaker see, in ${theme}`, async () => {
    const colours = theme === 'dark';
    await walk.open(`?tour=short-walk&lang=zh-CN&present=1&theme=${theme}`);
    await walk.settled();
    for (let press = 0; press < 20; press++) {
      if (await question().locator('button.choice').first().isVisible()) break;
      await walk.press('PageDown');
    }
    await expect(question()).toBeVisible();
    await expectNothingSerious(page, { colours });
    const opening = page.context().waitForEvent('page');
    await walk.press('s');
    const speaker = await opening;
    await speaker.locator('.now').waitFor();
    await expectNothingSerious(speaker, { colours });
    await speaker.close();
  });
}

test('a speaker’s window that nobody presents to says so', async () => {
  await page.goto('./?view=speaker&session=0000000000&lang=en');
  await expect(page.getByRole('alert')).toContainText('No window is presenting');
  await page.goto('./?view=speaker&session=%3Cb%3E&lang=en');
  await expect(page.getByRole('alert')).toContainText('BroadcastChannel');
});
