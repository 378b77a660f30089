import { expect, type Page, test } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { shareOnePage } from './support/share-one-page.ts';
import type { WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(async (shared) => {
  walk = shared;
  page = shared.page;
  await walk.open('?tour=short-walk&lang=en');
  await walk.settled();
});

const beat = (): Promise<string | null> => page.getByTestId('tour-beat').textContent();
const progress = (): Promise<string | null> =>
  page.locator('.caption.tour progress').getAttribute('aria-label');

test('the tour tells its sixteen stops by the chapter keys, from start to end and back', async () => {
  const told = [await walk.toldAt(1)];
  expect(told[0]).toMatch(/^You press Enter/);
  for (let stop = 2; stop <= 16; stop++) {
    await walk.press('Shift+ArrowRight');
    told.push(await walk.toldAt(stop));
    expect(await progress()).toBe(`Stop ${stop} of 16`);
  }
  expect(new Set(told).size).toBe(16);
  expect(told.at(-1)).toMatch(/READY shows 1\/1/);
  await expect(page.locator('.caption .where')).toContainText('Tour, chapter 7 of 7');
  for (let stop = 15; stop >= 1; stop--) {
    await walk.press('Shift+ArrowLeft');
    expect(await walk.toldAt(stop)).toBe(told[stop - 1]);
  }
});

test('playing stops to ask, and the run going on is the answer', async () => {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.locator('.caption').click();
  await walk.press('Space');
  const question = page.getByTestId('question');
  await expect(question).toContainText('How many Pods exist', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const { step } = await walk.position();
  await question.getByRole('button', { name: 'None' }).click();
  await walk.expectStep(step + 1);
  await expect(question).toContainText('Right.');
  expect(await beat()).toMatch(/^In one transaction/);
  await walk.press('Shift+ArrowRight');
  await expect(question).toHaveCount(0);
});

test('what the old text says in this chapter is one button away', async () => {
  await page.getByRole('button', { name: /^The old text/ }).click();
  const dialog = page.locator('.old-text-dialog[open]');
  await expect(dialog.locator('.old-sentence')).toHaveCount(7);
  await page.keyboard.press('Escape');
});

test('a link to a step of the tour opens the tour there', async () => {
  // The address is written when the cursor has rested a while; until then it names an earlier step.
  await page.waitForTimeout(1500);
  expect(page.url()).toMatch(/tour=short-walk.*step=/);
  const told = await beat();
  await walk.open(new URL(page.url()).search);
  await expect(page.getByTestId('tour-beat')).toHaveText(told ?? '');
});

test('the list of statements leads to the chapter that shows them', async () => {
  await page.goto('./?view=coverage&lang=en');
  await expect(page.locator('.coverage li')).toHaveCount(380);
  await page.locator('[id="000.flow.bind"] .where a').click();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await expect(page.locator('.caption .where')).toContainText('Tour, chapter 5 of 7');
});

test('axe finds nothing serious in a tour that asks and in the list, light and dark', async () => {
  const inBoth = async (parts: readonly string[]): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      // The colours of a button pass into each other.
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const colours = theme === 'dark';
      for (const part of parts) await expectNothingSerious(page, { part, colours });
    }
  };
  await walk.open('?tour=loss&lang=zh-CN');
  await walk.settled();
  await walk.press('Shift+ArrowRight', 3);
  await walk.press('ArrowLeft');
  await expect(page.getByTestId('question')).toBeVisible();
  await inBoth(['.question', '.caption']);
  await page.goto('./?view=coverage');
  await page.locator('.coverage li').first().waitFor();
  await inBoth(['.coverage > header', '[id="000.kubectl"]']);
});

test('a tour of failures goes through its stops', async () => {
  test.setTimeout(120_000);
  await walk.open('?tour=loss&lang=en&quiz=0');
  await walk.settled();
  await expect.poll(progress).toBe('Stop 1 of 19');
  for (let stop = 2; stop <= 19; stop++) {
    await walk.press('Shift+ArrowRight');
    await walk.toldAt(stop);
  }
  await expect(page.getByTestId('tour-beat')).toContainText('afterwards the loops catch up');
});
