import { expect, test } from '@playwright/test';
import { problemsOf } from './support/page-problems.ts';

test('the page opens without an error in the console', async ({ page }) => {
  const problems = problemsOf(page);
  await page.goto('./');
  await expect(page).toHaveTitle(/Podyssey/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(problems).toEqual([]);
});
