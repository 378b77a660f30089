/** The root address, as somebody sees it who has never been here. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { everyEngine } from './support/every-engine.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

const question = 'What happens between Enter and a running container?';

const run = (page: Page) => page.getByRole('button', { name: 'Run' });

/** Resolves when the walk is there in place of the door. */
async function begun({ page }: WalkthroughPage): Promise<void> {
  await expect(page.locator('.front')).toHaveCount(0, { timeout: 30_000 });
}

test('the root address asks one question and offers one button, before anything else is there', async ({
  page,
}) => {
  // Nothing but the door itself is let through.
  await page.route(/simulation|walkthrough|more-/, () => undefined);
  await page.goto('./?lang=en', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  await expect(page.getByRole('button')).toHaveCount(1);
  await expect(run(page)).toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Command' })).toHaveValue(
    createDeployment.replace(' --', '\n--'),
  );
  await expect(page.locator('.front-keys')).toContainText(/\d+ beats, about \d minutes/);
  await expect(page.locator('.front-map')).toContainText('nothing of yours yet');
  for (const part of ['tab', 'slider', 'tabpanel'] as const) {
    await expect(page.getByRole(part)).toHaveCount(0);
  }
  await run(page).click();
  await expect(page.getByRole('status')).toContainText('runs as soon as it is there');
});

test(
  'Enter begins the walk in place, Back leads to the door and Forward to the walk',
  everyEngine,
  async ({ page }) => {
    const walk = new WalkthroughPage(page);
    await page.goto('./?lang=en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
    await page.keyboard.press('Enter');
    await begun(walk);
    await walk.expectStep(1);
    await expect(walk.caption).toContainText('kubectl builds one object');
    await walk.press('ArrowRight');
    await walk.expectStep(2);
    await expect.poll(() => page.url()).toContain('step=kube-apiserver');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
    await page.goForward();
    await walk.expectStep(2);
    expect(walk.problems).toEqual([]);
  },
);

test('another command may be typed, and runs', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto('./?lang=en');
  await walk.input.fill('kubectl run web --image=nginx');
  await walk.input.press('Enter');
  await begun(walk);
  await expect(walk.transcript()).toContainText('kubectl run web --image=nginx');
  expect(walk.problems).toEqual([]);
});

test('Space begins the walk and plays it', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto('./?lang=en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  await page.keyboard.press('Space');
  await begun(walk);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('the mark and Escape twice lead back from the walk, and a tour is opened from below', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?seed=42&lang=en');
  await page.getByRole('link', { name: 'Podyssey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  await expect(page).toHaveURL(/\?lang=en$/);
  const tour = page.getByRole('link', { name: 'From Enter to a running container' });
  await expect(
    page.getByRole('figure', { name: /19 writes .* by You, controllers/ }),
  ).toBeVisible();
  await tour.click();
  await expect(page.getByTestId('tour-beat')).not.toBeEmpty({ timeout: 30_000 });
  await walk.press('Escape', 2);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  await page.goto('./?view=coverage&lang=en');
  await page.getByRole('link', { name: 'Podyssey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  expect(walk.problems).toEqual([]);
});

test('what else there is to see is found by its words', async ({ page }) => {
  await page.goto('./?lang=en#more');
  await expect(page.getByRole('heading', { name: 'What else there is to see' })).toBeInViewport();
  await page.getByRole('searchbox').fill('quota');
  const found = page.locator('[data-scenario]');
  await expect(found.first()).toHaveAttribute('data-scenario', 'quota');
  expect(await found.count()).toBeLessThan(6);
  await page.getByRole('link', { name: 'Build a cluster' }).click();
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 30_000 });
});

test('language and theme are chosen there and kept', async ({ page }) => {
  await page.goto('./?lang=en&theme=dark');
  await page.getByLabel('Theme').selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByLabel('Language').selectOption('日本語');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Enter からコンテナ');
  await expect(page.getByRole('heading', { name: 'ほかに見られるもの' })).toBeAttached();
  await page.goto('./');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
});

test('a link with a run skips the door, and so does a frame', async ({ page }) => {
  await page.goto('./?scenario=run-pod&lang=en');
  await expect(page.getByRole('textbox', { name: 'Command' })).toHaveValue(/kubectl run/);
  await expect(page.locator('.front')).toHaveCount(0);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = './';
    document.body.replaceChildren(frame);
  });
  const framed = page.frameLocator('iframe');
  await expect(framed.locator('.app')).toBeVisible({ timeout: 30_000 });
  await expect(framed.locator('.front')).toHaveCount(0);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const) {
  test(`the door fits a window of ${width} by ${height}, and no machine finds fault with it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh-CN', 'zh-TW', 'ja']) {
      await page.goto(`./?lang=${lang}`);
      await expect(page.locator('[data-scenario]').first()).toBeAttached();
      await expect(page.locator('.front-run')).toBeInViewport({ ratio: 1 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide, lang).toBe(false);
      const lines = await page.locator('.front h1').evaluate((title) => {
        const height = Number.parseFloat(getComputedStyle(title).lineHeight);
        return Math.round(title.getBoundingClientRect().height / height);
      });
      expect(lines, lang).toBeLessThanOrEqual(4);
    }
    await expectNoViolation(page);
  });
}
