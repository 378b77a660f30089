/** The project's own texts, as they lie beside the site: they lead somewhere, and say what is so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parameterNames } from '#embed/parameter-names';
import { expectNoViolation } from './support/axe.ts';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';

const root = join(import.meta.dirname, '..');
const dist = process.env['E2E_DIST'] ?? join(root, 'dist');

let site: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({});
});
test.afterAll(() => site.stop());

test('every link of the texts leads to a page, and to a heading that is there', async ({
  request,
}) => {
  const pages = readdirSync(join(dist, 'docs')).filter((name) => name.endsWith('.html'));
  const dead: string[] = [];
  const seen = new Map<string, Promise<string | undefined>>();
  const textOf = (address: string): Promise<string | undefined> => {
    const known = seen.get(address);
    if (known !== undefined) return known;
    const asked = request.get(address).then((got) => (got.ok() ? got.text() : undefined));
    seen.set(address, asked);
    return asked;
  };
  for (const page of pages) {
    const here = new URL(`docs/${page}`, site.address);
    const text = (await textOf(here.href)) ?? '';
    for (const [, written = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const to = new URL(written.replaceAll('&amp;', '&'), here);
      // No page here has a link to another origin, where nobody would notice that it is dead.
      const found =
        to.origin === here.origin ? await textOf(to.href.replace(/#.*/, '')) : undefined;
      const heading = to.pathname.includes('/docs/') ? decodeURIComponent(to.hash.slice(1)) : '';
      if (found === undefined || (heading !== '' && !found.includes(`id="${heading}"`))) {
        dead.push(`${page}: ${written}`);
      }
    }
  }
  expect(pages.length).toBeGreaterThan(5);
  expect(dead).toEqual([]);
});

test('the texts name every parameter, command, event and field of the contract', () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const contract = readFileSync(join(root, 'src/embed/protocol.ts'), 'utf8');
  const part = (from: string, to: string): string =>
    contract.slice(contract.indexOf(from), contract.indexOf(to));
  const types = [
    ...part('export type Command =', 'export type FrameEventType').matchAll(/type: '(\w+)'/g),
  ];
  const states = [
    ...part('export interface StepPlace', '/** `poster`'),
    ...part('export interface FrameState', '/** Where `seek`'),
  ].join('');
  const fields = [...states.matchAll(/readonly (\w+):/g)];
  const client = readFileSync(join(root, 'src/embed/client.ts'), 'utf8');
  const methods = client
    .slice(client.indexOf('export class'))
    .matchAll(/^ {2}(?!constructor)(\w+)[<(].* \{$/gm);
  const names = [...types, ...fields, ...methods].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  const missing = [...parameterNames, ...names].filter(
    (name) => !new RegExp(`\`${name}[\`(]`).test(text),
  );
  expect(missing).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the texts are accessible when ${theme}, and no wider than a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 360, height: 640 });
    for (const name of ['api.html', 'hosts.html']) {
      await page.goto(new URL(`docs/${name}`, site.address).href);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expectNoViolation(page, { without: 'podyssey-walkthrough' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  });
}

test('walkthroughs in the texts begin on a click and look like the page', async ({ page }) => {
  const problems = problemsOf(page);
  await page.goto(new URL('docs/index.html', site.address).href);
  const frame = page.locator('podyssey-walkthrough iframe').contentFrame();
  await frame.locator('.start').waitFor();
  expect(page.workers()).toHaveLength(0);
  await frame.locator('.start').click();
  await frame.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  for (const theme of ['dark', 'light'] as const) {
    await page.getByRole('button', { name: `Theme: ${theme}` }).click();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', theme);
  }
  await page.getByRole('link', { name: 'Embed it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Embed it/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(problems).toEqual([]);
});
