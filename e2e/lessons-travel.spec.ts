/** A lesson that somebody wrote is the same lesson wherever it is shared. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type FrameLocator, type Page, test } from '@playwright/test';
import { runPackage } from '../scripts/lib/command.mjs';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';

const lesson = `podyssey: lesson/v1
meta: { title: A lesson that travels }
scenario: bad-image
drive:
  - { run: kubectl get pods, after: 30 }
beats:
  - id: written
    at: etcd/commit/deployments
    cast: [kube-scheduler]
    caption: [[etcd/deployments/default/web|The record]] is **written**.
  - id: pods
    at: etcd/commit/pods
    caption: A Pod is written.
    ask:
      question: Who chooses its node?
      options: [kubectl, The scheduler]
      right: 2
      why: It binds the Pod.
`
  .replace('caption: [[', "caption: '[[")
  .replace('**written**.', "**written**.'");

const single = process.env['E2E_SINGLE'] ?? join(import.meta.dirname, '../dist-single');

let site: SiteServer;
/** Another origin, with the snippets of the share dialog in its pages. */
let host: SiteServer;
let folder: string;
let shared: Shared;

interface Shared {
  readonly link: string;
  readonly frame: string;
  readonly element: string;
  /** Files of the export list. */
  readonly lesson: string;
  readonly saved: string;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  site = await SiteServer.start({});
  folder = mkdtempSync(join(tmpdir(), 'podyssey-lesson-'));
  shared = await share(browser);
  const page = (body: string): string =>
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body>${body}`;
  host = await SiteServer.start(
    {},
    { '/frame.html': page(shared.frame), '/element.html': page(shared.element) },
  );
  if (!existsSync(join(single, 'podyssey.html'))) {
    await runPackage('tsx/dist/cli.mjs', ['scripts/build-single.ts', single]);
  }
});
test.afterAll(() => {
  site.stop();
  host.stop();
  rmSync(folder, { recursive: true });
});

/** Writes the lesson into the page and takes all that the share dialog gives. */
async function share(browser: Browser): Promise<Shared> {
  const page = await browser.newPage();
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 60_000 });
  await drop(page, 'mine.yaml', lesson);
  await expectLesson(page);
  await expect.poll(() => page.url()).toMatch(/step=.*#l=v1\./);
  await page.getByRole('button', { name: 'Share' }).click();
  const row = (label: string): Promise<string> =>
    page.getByRole('dialog').getByLabel(label).first().inputValue();
  await page.waitForTimeout(500);
  const [frame, element] = [await row('A frame (HTML)'), await row('A web component (HTML)')];
  const save = async (id: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator(`[data-export="${id}"]`).click(),
    ]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return readFileSync(path, 'utf8');
  };
  const given = { link: page.url(), frame, element };
  const files = { lesson: await save('lesson'), saved: await save('saved') };
  await page.close();
  return { ...given, ...files };
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ''], file ?? ''));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, text],
  );
}

/** The lesson's first stop: its words with what they name, its title, and its cast on the map. */
async function expectLesson(place: Page | FrameLocator): Promise<void> {
  const told = place.getByTestId('tour-beat');
  await expect(told).toHaveText('The record is written.', { timeout: 60_000 });
  await expect(told.locator('b')).toHaveText('written');
  await expect(told.locator('.anchor')).toHaveAttribute(
    'data-names',
    'etcd/deployments/default/web',
  );
  await expect(place.getByText('A lesson that travels').first()).toBeAttached();
  await expect(place.locator('.caption .where')).toContainText('1');
}

/** The second stop asks, and its words wait until the reader has answered. */
async function expectQuestion(place: Page | FrameLocator): Promise<void> {
  await place.locator('.tour-buttons .btn').first().click();
  const question = place.getByTestId('question');
  await expect(question).toContainText('Who chooses its node?', { timeout: 30_000 });
  await expect(place.locator('body')).not.toContainText('It binds the Pod.');
  await question.locator('ol button').nth(1).click();
  await expect(question).toContainText('It binds the Pod.');
}

test('as a link', async ({ page }) => {
  const problems = problemsOf(page);
  await page.goto(shared.link);
  await expectLesson(page);
  await expectQuestion(page);
  expect(problems).toEqual([]);
});

for (const name of ['frame', 'element'] as const) {
  test(`as a ${name} on another site`, async ({ page }) => {
    const problems = problemsOf(page);
    await page.goto(new URL(`/${name}.html`, host.address).href);
    const frame = page.locator('iframe').contentFrame();
    await frame.locator('.start').click();
    await expectLesson(frame);
    await expectQuestion(frame);
    const link = frame.locator('.frame-open');
    await link.focus();
    expect(await link.getAttribute('href')).toContain('#l=v1.');
    expect(problems).toEqual([]);
  });
}

test('as its file, and as a saved run, in a browser that never saw it', async ({ page }) => {
  const problems = problemsOf(page);
  expect(shared.lesson).toBe(lesson);
  for (const [name, text] of [
    ['mine.yaml', shared.lesson],
    ['saved.run.json', shared.saved],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`${site.address}?seed=1`);
    await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
    await drop(page, name, text);
    await expectLesson(page);
    await expect.poll(() => page.url()).toMatch(/#l=v1\./);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expectQuestion(page);
  expect(problems).toEqual([]);
});

test('in the single file, by link and as a saved run', async ({ page }) => {
  const problems = problemsOf(page);
  const file = pathToFileURL(join(single, 'podyssey.html')).href;
  const { search, hash } = new URL(shared.link);
  await page.goto(`${file}${search}${hash}`);
  await expectLesson(page);
  await page.goto('about:blank');
  await page.goto(`${file}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 60_000 });
  await drop(page, 'saved.run.json', shared.saved);
  await expectLesson(page);
  await expectQuestion(page);
  expect(problems).toEqual([]);
});
