/**
 * The page in frames of other pages: it costs little before the click, and its host controls it.
 */
import { gzipSync } from 'node:zlib';
import { expect, type Frame, type Page, type Response, test } from '@playwright/test';
import { everyEngine } from './support/every-engine.ts';
import { problemsOf } from './support/page-problems.ts';
import { sandboxes } from './support/sandboxes.ts';
import { SiteServer } from './support/site-server.ts';

const frameOf = (query: string, more = ''): string =>
  `<iframe ${more} src="SITEembed/?${query}" title="Walkthrough" width="640" height="400"></iframe>`;

const pages: Readonly<Record<string, string>> = {
  '/three.html': `<body style="height:3000px">${[1, 2, 3]
    .map((n) => frameOf(`ui=min&depth=stages&seed=${n}`, `id="f${n}"`))
    .join('')}`,
  '/client.html': `<script src="SITEclient.script.js"></script>
    <body>${frameOf('ui=std&scenario=run-pod&theme=light', 'id="f1"')}`,
  '/parameters.html': `<body>${frameOf(
    'ui=min&scenario=run-pod&view=etcd&lang=zh-CN&theme=contrast&speed=4&step=etcd/commit/pods/default/nope',
    'id="f1"',
  )}`,
  '/element.html': `<html lang="en" data-theme="dark"><script type="module" src="SITEelement.js">
    </script><body><podyssey-walkthrough id="w" scenario="run-pod" ui="min">
    <a href="SITE?scenario=run-pod">One Pod, step by step</a></podyssey-walkthrough>`,
};

let site: SiteServer;
/** Another origin, where the pages are that frame the site. */
let host: SiteServer;

test.beforeAll(async () => {
  site = await SiteServer.start({});
  const all = { ...pages };
  sandboxes.forEach((sandbox, index) => {
    all[`/sandbox-${index}.html`] =
      `<script src="SITEclient.script.js"></script><body>${frameOf('ui=min', `${sandbox} id="f1"`)}`;
  });
  const written = Object.entries(all).map(([path, text]) => [
    path,
    `<!doctype html><link rel="icon" href="data:,">${text.replaceAll('SITE', site.address)}`,
  ]);
  host = await SiteServer.start({}, Object.fromEntries(written));
});
test.afterAll(() => {
  site.stop();
  host.stop();
});

const open = async (page: Page, path: string): Promise<readonly string[]> => {
  const problems = problemsOf(page);
  await page.goto(new URL(path, host.address).href);
  return problems;
};
const inside = async (page: Page, id: string): Promise<Frame> => {
  const frame = await (await page.waitForSelector(`#${id}`)).contentFrame();
  if (frame === null) throw new Error(`#${id} is no frame`);
  return frame;
};
const start = async (page: Page, id: string): Promise<Frame> => {
  const frame = await inside(page, id);
  await frame.locator('.start').click();
  await frame.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  return frame;
};
const next = (frame: Frame) => frame.getByRole('button', { name: 'Next' });
const phaseOf = (frame: Frame): Promise<string | null> =>
  frame.locator('html').getAttribute('data-phase');

test(
  'frames are polite: nothing runs before the click, and wheel and focus stay the host’s',
  everyEngine,
  async ({ page }) => {
    const scripts: Response[] = [];
    const keep = (response: Response): void => {
      if (response.url().endsWith('.js')) scripts.push(response);
    };
    page.on('response', keep);
    const problems = await open(page, '/three.html');
    for (const id of ['f1', 'f2', 'f3']) await (await inside(page, id)).locator('.start').waitFor();
    page.off('response', keep);
    expect(page.workers()).toHaveLength(0);
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const script = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(script).toBeGreaterThan(0);
    // Three frames, each with its own copy unless the browser keeps one.
    expect(script).toBeLessThanOrEqual(3 * 15 * 1024);
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.tagName);
    expect(await focused()).toBe('BODY');

    const wheel = async (): Promise<number> => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.move(300, 150);
      await page.mouse.wheel(0, 300);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
      return page.evaluate(() => scrollY);
    };
    await wheel();
    await page.evaluate(() => scrollTo(0, 0));
    await start(page, 'f1');
    await wheel();
    expect(problems).toEqual([]);
  },
);

test('at most two frames of a page work; one that rests goes on where it was', async ({ page }) => {
  const problems = await open(page, '/three.html');
  const first = await start(page, 'f1');
  await next(first).click();
  const told = await first.getByTestId('caption').textContent();
  await start(page, 'f2');
  expect(page.workers()).toHaveLength(2);
  const third = await start(page, 'f3');
  await expect.poll(() => phaseOf(first)).toBe('asleep');
  await expect.poll(() => page.workers().length).toBe(2);
  expect(await first.getByTestId('caption').textContent()).toBe(told);
  await next(first).click();
  await expect.poll(() => phaseOf(first)).toBe('running');
  expect(await first.getByTestId('caption').textContent()).not.toBe(told);
  expect(page.workers().length).toBeLessThanOrEqual(2);
  await page.locator('#f3').evaluate((frame) => frame.remove());
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(1);
  expect(third.isDetached()).toBe(true);
  expect(problems).toEqual([]);
});

test('a frame that nobody has seen for a minute lets its worker go', async ({ page }) => {
  await page.clock.install();
  const problems = await open(page, '/three.html');
  const frame = await start(page, 'f1');
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => scrollTo(0, 2500));
  await page.waitForTimeout(500);
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.workers().length).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await next(frame).click();
  await expect.poll(() => phaseOf(frame)).toBe('running');
  expect(problems).toEqual([]);
});

for (const [index, sandbox] of sandboxes.entries()) {
  // Without an origin engines differ; with one, a frame is as the others here.
  const engines = sandbox === 'sandbox="allow-scripts"' ? everyEngine : {};
  test(`a frame works with ${sandbox || 'no sandbox'}`, engines, async ({ page }) => {
    const problems = await open(page, `/sandbox-${index}.html`);
    const frame = await start(page, 'f1');
    await expect(frame.locator('.count')).toContainText('/');
    const count = await frame.locator('.count').textContent();
    // The first press may only end the movement to the first beat.
    await expect(async () => {
      await next(frame).click();
      await expect(frame.locator('.count')).not.toHaveText(count ?? '', { timeout: 1500 });
    }).toPass();
    // The host leads it, though it may have no origin that could be named.
    const led = `new podyssey.WalkthroughClient(document.querySelector('#f1')).seek({ index: 4 })`;
    expect(await page.evaluate(led)).toMatch(/^kubectl\//);
    expect(problems).toEqual([]);
  });
}

test('a frame begins as its address says, and tells of a step that is not there', async ({
  page,
}) => {
  const problems = await open(page, '/parameters.html');
  const frame = await start(page, 'f1');
  const html = frame.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'contrast');
  await expect(html).toHaveAttribute('lang', 'zh-CN');
  await expect(frame.locator('nav.breadcrumb b')).toHaveText('etcd');
  await expect(frame.locator('.notice')).toContainText('etcd/commit/pods/default/nope');
  await expect.poll(() => new URL(frame.url()).searchParams.get('step')).toMatch(/^etcd\/commit/);
  const link = frame.locator('.frame-open');
  await link.focus();
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toMatch(new RegExp(`^${site.address}\\?`));
  expect(Object.fromEntries(new URL(href).searchParams)).toMatchObject({ view: 'etcd' });
  expect(problems).toEqual([]);
});

test('a host leads a frame by messages', everyEngine, async ({ page }) => {
  const problems = await open(page, '/client.html');
  await (await inside(page, 'f1')).locator('.start').waitFor();
  await page.evaluate(() => {
    const { podyssey } = window as unknown as { podyssey: typeof import('#embed/client') };
    const frame = document.querySelector<HTMLIFrameElement>('#f1');
    if (frame === null) throw new Error('no frame');
    const client = new podyssey.WalkthroughClient(frame);
    const heard: string[] = [];
    for (const type of ['ready', 'step', 'state', 'height', 'completed', 'error'] as const) {
      client.on(type, () => heard.push(type));
    }
    Object.assign(window, { client, heard });
  });
  type Host = {
    client: import('#embed/client').WalkthroughClient;
    heard: string[];
  };
  const ask = <T>(use: (host: Host) => T | Promise<T>): Promise<T> =>
    page.evaluate(`(${use.toString()})(window)`);
  expect((await ask(({ client }) => client.state())).phase).toBe('poster');
  const frame = await start(page, 'f1');
  const asked = Date.now();
  expect(await ask(({ client }) => client.state())).toMatchObject({ phase: 'running', index: 0 });
  expect(Date.now() - asked).toBeLessThan(1000);
  const step = 'etcd/commit/pods/default/nginx';
  expect(await ask(({ client }) => client.seek('etcd/commit/pods/default/nginx'))).toBe(step);
  expect((await ask(({ client }) => client.state())).step).toBe(step);
  expect(await ask(({ client }) => client.step(-1))).not.toBe(step);
  expect(await ask(({ client }) => client.step())).toBe(step);

  await frame.evaluate(() => Object.assign(window, { kept: true }));
  const ground = (): Promise<string> =>
    frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  expect(await ask(({ client }) => client.setTheme('dark'))).toBe('dark');
  expect(await ground()).not.toBe(light);
  expect(await ask(({ client }) => client.setLang('zh-Hans'))).toBe('zh-CN');
  await expect(frame.getByRole('button', { name: '下一步' })).toBeVisible();
  expect(await ask(({ client }) => client.run('kubectl get pods'))).toMatch(/^person\/enter/);
  expect(await ask(({ heard }) => [...new Set(heard)])).toEqual(
    expect.arrayContaining(['ready', 'step', 'state', 'height']),
  );
  // What is not of the contract, or not from the host, changes nothing.
  const before = await ask(({ client }) => client.state());
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector<HTMLIFrameElement>('#f1') ?? {};
    for (const message of ['play', { podyssey: 2, type: 'play', id: 9 }, { type: 'play', id: 9 }]) {
      contentWindow?.postMessage(message, '*');
    }
  });
  await frame.evaluate(() => postMessage({ podyssey: 1, type: 'seek', to: { index: 0 }, id: 9 }));
  expect((await ask(({ client }) => client.state())).step).toBe(before.step);
  expect(await frame.evaluate(() => 'kept' in window)).toBe(true);
  expect(problems).toEqual([]);
});

test('the element follows its page’s theme and language, and leaves nothing behind', async ({
  page,
}) => {
  const problems = await open(page, '/element.html');
  const frame = page.frameLocator('podyssey-walkthrough iframe');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('link', { name: 'One Pod, step by step' })).toBeAttached();
  const ask = (expression: string): Promise<unknown> =>
    page.evaluate(`document.querySelector('podyssey-walkthrough').${expression}`);
  expect(await ask('scenario')).toBe('run-pod');
  expect(await ask('step(2)')).toMatch(/^kubectl\//);
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
    document.documentElement.lang = 'zh-CN';
  });
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(frame.getByRole('button', { name: '下一步' })).toBeVisible();
  const height = await page.locator('podyssey-walkthrough').evaluate((own) => own.clientHeight);
  expect(height).toBeGreaterThanOrEqual(320);
  expect(height).toBeLessThanOrEqual(1200);
  const asked = page.evaluate(() => {
    const own = document.querySelector('podyssey-walkthrough') as unknown as {
      run(line: string): Promise<unknown>;
      remove(): void;
    };
    const given = own.run('kubectl get pods').catch((error: Error) => error.message);
    own.remove();
    return given;
  });
  expect(await asked).toBe('The walkthrough was closed.');
  await expect.poll(() => page.workers().length).toBe(0);
  expect(page.frames()).toHaveLength(1);
  expect(problems).toEqual([]);
});
