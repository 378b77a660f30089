/** The questions of a run that nobody wrote a tour for. */
import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test('the default walk asks before it shows, and nobody has to answer', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=create-deployment&lang=en', true);
  await walk.run(createDeployment);
  await walk.press('Home');
  const card = page.getByTestId('question');
  await walk.press('ArrowRight', 3);
  await expect(card).toHaveCount(0);
  await walk.press('ArrowRight');
  await expect(card).toContainText('How many Pods exist now?');
  await expect(page.getByRole('link', { name: /^Effect/ })).toHaveCount(0);
  // It lies beside the picture, not on it.
  const [asked, map] = await Promise.all([
    card.boundingBox(),
    page.locator('.diagram-canvas').boundingBox(),
  ]);
  expect(asked?.x ?? 0).toBeGreaterThanOrEqual((map?.x ?? 0) + (map?.width ?? 0));

  await walk.press('1');
  await expect(card).toContainText('Right.');
  await expect(walk.caption).toContainText('prints');
  await walk.press('ArrowRight');
  await expect(card).toContainText('What will it create?');
  await page.getByRole('toolbar').getByRole('button', { name: 'Skip' }).click();
  await expect(walk.caption).toContainText('decides to create');
  await expect(card).toHaveCount(0);

  await walk.press('ArrowLeft');
  await card.getByRole('button', { name: 'No more questions' }).click();
  await expect(card).toHaveCount(0);
  expect(walk.problems).toEqual([]);
});

test('while a question is open, the search does not tell what is to come', async ({ page }) => {
  const walk = await openAtFirstQuestion(page);
  await expect(page.getByTestId('question')).toContainText('How many Pods exist now?');
  await walk.press('/');
  const search = page.getByRole('dialog', { name: 'Search steps' });
  await search.getByRole('textbox').fill('scheduler');
  await expect(search.getByRole('status')).toContainText('later steps are left out');
  await expect(search.getByRole('listitem')).toHaveCount(0);
});

test('while it plays nothing is asked, and ?quiz=0 asks nothing', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?lang=en&quiz=0', true);
  await walk.run(createDeployment);
  await walk.press('Home');
  await walk.press('ArrowRight', 4);
  await expect(page.getByTestId('question')).toHaveCount(0);
});

test('on a phone a button opens the question, and the picture stays free', async ({ page }) => {
  await openAtFirstQuestion(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByTestId('question');
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Guess what comes next' }).click();
  await card.getByRole('button', { name: '2 One' }).click();
  await expect(card).toContainText('Not quite');
});

/** The default walk at the beat before kubectl is done. */
async function openAtFirstQuestion(page: Page): Promise<WalkthroughPage> {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=create-deployment&lang=en', true);
  await walk.run(createDeployment);
  await walk.press('Home');
  await walk.press('ArrowRight', 4);
  return walk;
}
