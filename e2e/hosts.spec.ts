/**
 * Walkthroughs in the pages of documentation sites, each built by its real generator: they begin on
 * a click, play, look like the site, scroll with it, and leave nothing behind when the reader goes.
 *
 * Which sites, says `scripts/lib/hosts.mjs`.
 */
import { expect, type FrameLocator, type Locator, type Page, test } from '@playwright/test';
import { buildHost, chosenHosts } from '../scripts/lib/hosts.mjs';
import { HostServer } from './support/host-server.ts';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';

interface Host {
  readonly title: string;
  /** It changes pages without loading one. */
  readonly routes: boolean;
  /** Turns the site dark, or light again. */
  readonly setTheme: (page: Page, theme: 'dark' | 'light') => Promise<unknown>;
}
const hosts: Readonly<Record<string, Host>> = {
  vitepress: {
    title: 'VitePress',
    routes: true,
    setTheme: (page) => page.locator('.VPSwitchAppearance:visible').click(),
  },
  starlight: {
    title: 'Astro Starlight',
    routes: false,
    setTheme: (page, theme) =>
      page.locator('starlight-theme-select select').first().selectOption(theme),
  },
  docusaurus: {
    title: 'Docusaurus',
    routes: true,
    setTheme: (page) => page.locator('button[class*=toggleButton]').first().click(),
  },
  mkdocs: {
    title: 'MkDocs with the theme Material',
    routes: true,
    setTheme: (page) => page.locator('[data-md-component=palette] label:not([hidden])').click(),
  },
  hugo: { title: 'Hugo', routes: false, setTheme: (page) => page.locator('#theme').click() },
  sphinx: { title: 'Sphinx', routes: false, setTheme: (page) => page.locator('#theme').click() },
};
const chosen = chosenHosts();

let site: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({});
});
test.afterAll(() => site.stop());

/** The simulators at work; a site may have workers of its own. */
const workersOf = (page: Page): number =>
  page.workers().filter((worker) => worker.url().includes(new URL(site.address).host)).length;

/** The two of a page: the element, and what the site shows as the other, an element or a frame. */
const embedded = (page: Page, index: number): Locator =>
  page.locator(`iframe[title="A ${index === 0 ? 'Deployment' : 'Pod'}, step by step"]`);

async function begin(page: Page, index: number): Promise<FrameLocator> {
  await embedded(page, index).scrollIntoViewIfNeeded();
  const frame = embedded(page, index).contentFrame();
  await frame.locator('.start').click();
  await frame.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  return frame;
}

/** Moves the wheel over a frame: the page must go. */
async function expectScroll(page: Page): Promise<void> {
  const frame = embedded(page, 0);
  await frame.evaluate((own) => own.scrollIntoView({ block: 'center' }));
  const before = await page.evaluate(() => scrollY);
  const box = await frame.boundingBox();
  if (box === null) throw new Error('The frame is not there.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50);
}

/** What is alive in the page after a collection of garbage. */
async function countAlive(page: Page): Promise<Readonly<Record<string, number>>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { documents, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' });
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  });
  await devtools.detach();
  const messages = listeners.filter(({ type }) => type === 'message').length;
  const workers = workersOf(page);
  return {
    documents,
    listeners: jsEventListeners,
    messages,
    workers,
    frames: page.frames().length,
  };
}

/** From the first page to another and back: how much more is alive than before. */
async function growth(
  page: Page,
  link: 'guide' | 'appendix',
  read: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const before = await countAlive(page);
  await page.getByRole('link', { name: link, exact: true }).click();
  await read();
  await page.goBack();
  await expectNothingLeft(page);
  const after = await countAlive(page);
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
}

async function expectNothingLeft(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('Course notes');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect.poll(() => workersOf(page)).toBe(0);
  expect(page.frames()).toHaveLength(1);
}

for (const [name, host] of Object.entries(hosts).filter(([key]) => chosen.includes(key))) {
  test(`a walkthrough is at home on a site of ${host.title}`, async ({ page }, info) => {
    test.setTimeout(600_000);
    const built = await buildHost(name);
    // Never a pass: `npm test` says the reason and counts it.
    if ('missing' in built) return info.skip(true, built.missing);
    page.setDefaultTimeout(30_000);
    const server = await HostServer.start(built.site, site.address);
    const problems = problemsOf(page);
    try {
      await page.goto(server.address);
      await page.evaluate(() => Object.assign(window, { kept: true }));
      await page.getByRole('link', { name: 'guide', exact: true }).click();
      await embedded(page, 0).contentFrame().locator('.start').waitFor();
      expect(await page.evaluate(() => 'kept' in window)).toBe(host.routes);
      expect(workersOf(page)).toBe(0);
      await expectScroll(page);

      const frame = await begin(page, 0);
      expect(workersOf(page)).toBe(1);
      await expectScroll(page);
      const count = frame.locator('.count');
      const first = await count.textContent();
      await frame.getByRole('button', { name: 'Play' }).click();
      // The words of the first beat are held for as long as they take to read.
      await expect(count).not.toHaveText(first ?? '', { timeout: 30_000 });
      await frame.getByRole('button', { name: 'Pause' }).click();

      const html = frame.locator('html');
      for (const theme of ['dark', 'light', 'dark'] as const) {
        await host.setTheme(page, theme);
        await expect(html).toHaveAttribute('data-theme', theme);
      }
      await begin(page, 1);
      expect(workersOf(page)).toBe(2);

      await page.goBack();
      await expectNothingLeft(page);
      // What a site keeps of a page without walkthroughs is the site's own.
      const heading = page.getByRole('heading', { level: 1 }).filter({ hasText: 'Appendix' });
      await growth(page, 'appendix', () => heading.waitFor());
      const own = await growth(page, 'appendix', () => heading.waitFor());
      // On a busy machine a browser lets go a little later: what is really kept is kept each time.
      await expect(async () => {
        const more = await growth(page, 'guide', () => begin(page, 0));
        for (const [what, count] of Object.entries(more)) {
          expect(count, `${what} after a walkthrough`).toBeLessThanOrEqual(
            Math.max(0, own[what] ?? 0),
          );
        }
      }).toPass({ timeout: 60_000 });
      expect(problems).toEqual([]);
    } finally {
      server.stop();
    }
  });
}
