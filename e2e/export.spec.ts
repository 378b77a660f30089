/** What leaves the page and comes back: pictures, transcripts, runs; and the pages without scripts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

/** The file that a button of the share dialog gives. */
async function exported(page: Page, id: string): Promise<{ name: string; path: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator(`[data-export="${id}"]`).click(),
  ]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

const text = async (page: Page, id: string): Promise<string> =>
  readFile((await exported(page, id)).path, 'utf8');

test('a run is taken along in every form', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?tour=short-walk&lang=en&theme=dark');
  await walk.settled();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const { name } = await exported(page, 'markdown');
  expect(name).toBe('podyssey-short-walk.md');
  const steps = Number(
    /\d+ \/ (\d+)/.exec((await page.locator('.transport').textContent()) ?? '')?.[1],
  );
  const markdown = await text(page, 'markdown');
  expect(markdown.match(/^\d+\. /gm)).toHaveLength(steps);
  expect(JSON.parse(await text(page, 'chrome')).traceEvents.length).toBeGreaterThan(steps);
  expect(JSON.parse(await text(page, 'otlp')).resourceSpans.length).toBeGreaterThan(5);
  expect(await text(page, 'mermaid')).toMatch(/^sequenceDiagram\n/);
  expect(JSON.parse((await text(page, 'audit')).split('\n', 1)[0] ?? '').kind).toBe('Event');
  expect(await text(page, 'script')).toContain('\nkubectl create deployment nginx');
  await expect(page.locator('.export .said')).toContainText('podyssey-short-walk.sh');

  // The picture needs nothing beside it.
  const svg = await text(page, 'svg');
  expect(svg).toContain('>kube-apiserver</text>');
  expect(svg).not.toMatch(/<foreignObject|<image|<script|url\((?!#)|href=|var\(/);
  const png = await readFile((await exported(page, 'png')).path);
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
  expect(walk.problems).toEqual([]);
});

test('a saved run comes back with the same trace; another file is refused in words', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?scenario=run-pod&seed=7&lang=en&step=kubectl/parse');
  await walk.settled();
  const hash = await page.locator('html').getAttribute('data-trace-hash');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const saved = await readFile((await exported(page, 'saved')).path);

  await walk.open('?scenario=empty-cluster&lang=en');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.locator('.import input[type="file"]');
  const give = (name: string, buffer: Buffer): Promise<void> =>
    field.setInputFiles({ name, mimeType: 'application/json', buffer });
  await give('other.json', Buffer.from('{"a":1}'));
  await expect(page.locator('.import [role="alert"]')).toHaveText(
    'The file is not a run saved by Podyssey.',
  );
  await give('run.json', saved);
  await expect(page.locator('.share-dialog')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-trace-hash', hash ?? '');
  // The address follows when the cursor has rested a while.
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('kubectl/parse');
  expect(walk.problems).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a static page shows the whole transcript, with links to its steps', async ({ page }) => {
    await page.goto('s/short-walk/');
    const steps = Number(await page.locator('#transcript').getAttribute('data-steps'));
    expect(steps).toBeGreaterThan(90);
    await expect(page.locator('#transcript li')).toHaveCount(steps);
    await expect(page.locator('h1')).toHaveText(
      'From Enter to a running container, in ten minutes',
    );
    const last = page.locator('#transcript li a').last();
    expect(await last.getAttribute('href')).toMatch(/^\.\.\/\.\.\/\?tour=short-walk&step=/);
    await page.getByRole('link', { name: '简体中文' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('#transcript li')).toHaveCount(steps);
    await expect(page).toHaveTitle(/Podyssey$/);
  });

  test('it describes itself, and its picture and oEmbed file are there', async ({
    page,
    request,
  }) => {
    await page.goto('s/rbac/');
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    const oembed = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
    const card = await request.get(new URL(image ?? '', page.url()).href);
    expect(card.headers()['content-type']).toBe('image/png');
    const told = await (await request.get(new URL(oembed ?? '', page.url()).href)).json();
    expect(told).toMatchObject({ version: '1.0', provider_name: 'Podyssey' });
  });
});

test('a static page is accessible, dark and light', async ({ page }) => {
  await page.goto('s/finalizer/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolation(page, { colours: colorScheme === 'dark' });
  }
});

test('a time of a static page leads to that step of the walkthrough', async ({ page }) => {
  await page.goto('s/rbac/');
  const link = page.locator('#transcript li a').nth(6);
  const href = (await link.getAttribute('href')) ?? '';
  const step = new URL(href, page.url()).searchParams.get('step');
  await link.click();
  await new WalkthroughPage(page).settled();
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe(step);
});

test('every tale of the site has its page', async ({ request }) => {
  const list = await (await request.get('s/')).text();
  const ids = [...list.matchAll(/<li><a href="([a-z0-9-]+)\/">/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(36);
  for (const id of ids) {
    const page = await request.get(join('s', id ?? '', '/'));
    expect(await page.text(), id).toContain('<main id="transcript"');
  }
});
