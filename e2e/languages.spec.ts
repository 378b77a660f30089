/** The page in each of its languages: by the address, by the setting, by the browser. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

const languages = [
  { lang: 'en', browser: 'en-GB', next: 'Next', stored: 'etcd commits' },
  { lang: 'zh-CN', browser: 'zh-CN', next: '下一步', stored: 'etcd 提交' },
  { lang: 'zh-TW', browser: 'zh-HK', next: '下一步', stored: 'etcd 提交' },
  { lang: 'ja', browser: 'ja-JP', next: '次へ', stored: 'etcd がリビジョン' },
] as const;

for (const { lang, browser: wish, next, stored } of languages) {
  test(`${lang} is spoken to a browser that asks for it`, async ({ browser }) => {
    const page = await browser.newPage({ locale: wish });
    const walk = new WalkthroughPage(page);
    await walk.open('?scenario=run-pod&step=etcd/commit/pods/default/nginx');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('button', { name: next, exact: true })).toBeVisible();
    await expect(walk.caption).toContainText(stored);
    expect(walk.problems).toEqual([]);
    await page.close();
  });
}

test.describe('to a browser that asks for Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('a link speaks its own language, and the setting is kept for the next visit', async ({
    page,
  }) => {
    const walk = new WalkthroughPage(page);
    await walk.open('?lang=zh-TW');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
    await page.getByRole('button', { name: '設定' }).click();
    await page.getByLabel('語言').selectOption('简体中文');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('button', { name: '下一步', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/lang=zh-CN/);
    await walk.open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await walk.open('?lang=en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(walk.problems).toEqual([]);
  });
});

test('no button is clipped by words that are two fifths longer, and nothing scrolls sideways', async ({
  page,
}) => {
  await lengthenWords(page);
  const walk = new WalkthroughPage(page);
  await walk.open();
  await expect(page.locator('.transport')).toContainText('Next~');
  await page.locator('#terminal-input').fill(createDeployment);
  await page.locator('#terminal-input').press('Enter');
  await walk.settled();
  await page.locator('#terminal-input').press('Escape');
  await walk.press('ArrowRight', 30);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => walk.scrollsSideways(), `${width}`).toBe(false);
    await expect.poll(() => clippedControls(page), `${width}`).toEqual([]);
  }
  expect(walk.problems).toEqual([]);
});

/** Serves English words of which each has a tail, as long as other languages' words may be. */
async function lengthenWords(page: Page): Promise<void> {
  const words = JSON.parse(readFileSync('src/i18n/en.json', 'utf8')) as Record<string, string>;
  const longer = Object.fromEntries(
    Object.entries(words).map(([id, text]) => [id, lengthened(text)]),
  );
  await page.route('**/assets/en-*.js', async (route) => {
    const response = await route.fetch();
    // A tour's English words are in files of their own, and stay.
    if (!(await response.text()).includes('"transport.next"')) return route.fulfill({ response });
    const body = `export default ${JSON.stringify(longer)};`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}

/** Holes, forms by number and marks stay; a word outside of them grows by two fifths. */
function lengthened(text: string): string {
  return text
    .split(/(\{[^{}|]*(?:\|(?:[^{}]|\{\w+\})*)?\})/)
    .map((part) =>
      part.startsWith('{')
        ? part
        : part.replace(/\p{L}{2,}/gu, (word) => word + '~'.repeat(Math.ceil(word.length * 0.4))),
    )
    .join('');
}

/** Controls whose words do not fit into them, or that stand outside of what cuts them off. */
function clippedControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, .seg label, [role=tab], .popover label')]
      .filter((control) => control.checkVisibility() && control.closest('.react-flow') === null)
      .filter((control) => {
        if (control.scrollWidth > control.clientWidth + 1) return true;
        const { left, right } = control.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1;
      })
      .map((control) => `${control.className}: ${control.textContent}`),
  );
}
