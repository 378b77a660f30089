/** The site without a network: what it keeps, what it says, and how a newer release arrives. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { contentSecurityPolicy } from '../scripts/vite/content-security-policy.ts';
import { everyEngine } from './support/every-engine.ts';
import { dist, SiteServer } from './support/site-server.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test.use({ serviceWorkers: 'allow' });

const policy = { 'content-security-policy': contentSecurityPolicy };

/** Resolves when the whole site is kept and this page is served from it. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null) {
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
}

test(
  'a second visit without a network opens, runs a command and shows a tour',
  everyEngine,
  async ({ page, context }) => {
    // It opens the site six times.
    test.setTimeout(180_000);
    const site = await SiteServer.start(policy);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.address}?seed=1`);
    await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
    await kept(page);
    await expect(page.locator('.offline-mark')).toHaveCount(0);

    site.stop();
    await context.setOffline(true);
    // A page that is left while it fetches what says so calls that an error.
    await expect(page.locator('.offline-mark')).toBeVisible();
    const walk = new WalkthroughPage(page);
    await page.goto(`${site.address}?depth=stages`);
    await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
    await expect(page.locator('.offline-mark')).toContainText('Offline copy');
    await walk.run(createDeployment);
    await walk.press('ArrowRight', 10);
    await walk.expectStep(11);

    // Parts that nobody has opened before: a tour, the front door, the frame, another language.
    for (const path of ['?tour=refused', '?scenario=quota&lang=zh-CN']) {
      await page.goto(`${site.address}${path}`);
      await expect(page.getByTestId('tour-beat')).not.toBeEmpty({ timeout: 30_000 });
      await expect(page.locator('.offline-mark')).toBeVisible();
    }
    await page.goto(site.address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Enter');
    await expect(page.getByRole('heading', { name: 'Scenarios' })).toBeVisible();
    await page.locator('html[data-app="ready"]').waitFor({ timeout: 60_000 });
    await page.goto(`${site.address}embed/?scenario=create-deployment`);
    await expect(page.locator('.start')).toBeVisible();

    const problems = walk.problems.filter((problem) => !problem.includes('service-worker.js'));
    expect(await lasting(page, problems)).toEqual([]);
    const elsewhere = asked.filter((url) => new URL(url).origin !== new URL(site.address).origin);
    expect(elsewhere.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual(
      [],
    );
  },
);

/** What Firefox says of a request that a page gives up as it is left, and of a module. */
const givenUp =
  /^(?:request: (\S+) NS_ERROR_OFFLINE|exception: Failed to load ‘(\S+)’\. A ServiceWorker .*)$/;

/**
 * The problems that stay when what failed is asked for once more: what the copy does not keep fails
 * again.
 */
async function lasting(page: Page, problems: readonly string[]): Promise<readonly string[]> {
  const stays = await Promise.all(
    problems.map(async (problem) => {
      const [, request, module] = givenUp.exec(problem) ?? [];
      const url = request ?? module;
      if (url === undefined) return true;
      return !(await page.evaluate((address) => fetch(address).then(({ ok }) => ok), url));
    }),
  );
  return problems.filter((_problem, index) => stays[index]);
}

/** Makes the site in a folder a release with this name that keeps files with such paths alone. */
function release(folder: string, id: string, kept: RegExp): void {
  const script = join(folder, 'service-worker.js');
  const text = readFileSync(script, 'utf8');
  const list = /^self\.podysseyRelease=(\{.*\});$/m.exec(text)?.[1] ?? '{}';
  const { files } = JSON.parse(list) as { files: Record<string, string> };
  const few = Object.entries(files).filter(([name]) => kept.test(name));
  writeFileSync(
    script,
    text.replace(list, () => JSON.stringify({ id, files: Object.fromEntries(few) })),
  );
}

test('a newer release is offered, and opened by a reload of the same place', async ({ page }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-release-'));
  cpSync(dist, folder, { recursive: true });
  // Of few files, for there is nothing to learn from keeping all of them twice.
  release(folder, 'first', /^(index.html|icon.svg|assets.index.*)$/);
  const site = await SiteServer.start(policy, {}, folder);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await kept(page);

  release(folder, 'next', /^(index.html|assets.index.*)$/);
  await page.reload();
  const notice = page.locator('.offline-mark', { hasText: 'newer version' });
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await Promise.all([
    page.waitForEvent('load'),
    notice.getByRole('button', { name: 'Reload' }).click(),
  ]);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await expect(notice).toHaveCount(0);
  const caches = await page.evaluate(() => globalThis.caches.keys());
  expect(caches.filter((name) => name.endsWith(' next'))).toHaveLength(1);
  site.stop();
  rmSync(folder, { recursive: true });
});

test('a copy that the browser dropped is kept again at the next visit', async ({ page }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-dropped-'));
  cpSync(dist, folder, { recursive: true });
  release(folder, 'first', /^(index.html|icon.svg|assets.index.*)$/);
  const site = await SiteServer.start(policy, {}, folder);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await kept(page);
  const keptFiles = (): Promise<number> =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (n) => (await caches.open(n)).keys()));
      return files.flat().length;
    });
  const whole = await keptFiles();
  expect(whole).toBeGreaterThan(2);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect.poll(keptFiles).toBe(whole);
  site.stop();
  rmSync(folder, { recursive: true });
});

test('the site can be installed', async ({ page }) => {
  const site = await SiteServer.start(policy);
  await page.goto(site.address);
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const address = new URL(link ?? '', site.address);
  const manifest = await (await page.request.get(address.href)).json();
  expect(manifest).toMatchObject({ start_url: './', scope: './', display: 'standalone' });
  for (const { src } of manifest.icons as readonly { src: string }[]) {
    const icon = await page.request.get(new URL(src, address).href);
    expect([src, icon.status()]).toEqual([src, 200]);
  }
  site.stop();
});
