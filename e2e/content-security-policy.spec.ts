/** The built site under its strict policy, sent as a header, so that it holds for the worker too. */
import { expect, test } from '@playwright/test';
import { contentSecurityPolicy, framedPolicyOf } from '../scripts/vite/content-security-policy.ts';
import { SiteServer } from './support/site-server.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

let site: SiteServer;
let host: SiteServer;

test.beforeAll(async () => {
  site = await SiteServer.start({ 'content-security-policy': contentSecurityPolicy });
  const frame = `<iframe sandbox="allow-scripts" src="${site.address}embed/" width="800" height="500">`;
  host = await SiteServer.start(
    {},
    { '/': `<!doctype html><link rel="icon" href="data:,">${frame}` },
  );
});
test.afterAll(() => {
  site.stop();
  host.stop();
});

test('the page works under a policy without inline scripts, eval or other hosts', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await walk.run(createDeployment);
  await walk.press('5');
  for (const key of ['y', 'x', 'e', 'h', 'Enter', 'Escape', '?', 'Escape', '/']) {
    await walk.press(key);
  }
  expect(walk.problems).toEqual([]);
  expect(await page.evaluate(asMarkup)).toBe('TypeError');
});

/** What comes of text that is given to the page as markup. */
function asMarkup(): string {
  try {
    document.body.innerHTML = '<b>x</b>';
    return 'taken';
  } catch (error) {
    return (error as Error).name;
  }
}

test('each page carries the policy itself, and is held to it', async ({ page }) => {
  const silent = await SiteServer.start({});
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  const { origin } = new URL(silent.address);
  for (const [path, expected] of [
    ['', contentSecurityPolicy],
    ['embed/', framedPolicyOf(origin)],
  ] as const) {
    await page.goto(`${silent.address}${path}`);
    await expect(policy).toHaveAttribute('content', expected);
    expect(await page.locator('script:not([src])').count()).toBe(0);
    expect(await page.evaluate(asMarkup)).toBe('TypeError');
  }
  silent.stop();
});

test('a sandboxed frame works under the policy', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto(new URL('/', host.address).href);
  const frame = page.frameLocator('iframe');
  await frame.locator('.start').click();
  await expect(frame.locator('.count')).toContainText(/^\d+ \/ \d\d/, { timeout: 30_000 });
  expect(walk.problems).toEqual([]);
});
