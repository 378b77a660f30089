/** What Safari's engine makes of the page and of frames, as far as WebKitGTK can be asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hashUnderNode } from './support/hash-under-node.ts';
import { differentRows } from './support/png-rows.ts';
import { sandboxes } from './support/sandboxes.ts';
import { dist, SiteServer } from './support/site-server.ts';
import { createDeployment } from './support/walkthrough-page.ts';
import { WebKit } from './support/webkit.ts';

// One browser for all; each test goes on from the one before it.
test.describe.configure({ mode: 'serial' });

/** WebDriver hands out no console: the pages keep what a healthy page never has. */
const problemKeeper = `
window.problems = [];
const keep = (kind, what) => problems.push(kind + ': ' + what);
addEventListener('error', (e) => keep('error', e.message || e.target.src || e.target.href), true);
addEventListener('unhandledrejection', (e) => keep('rejection', e.reason));
addEventListener('securitypolicyviolation', (e) => keep('policy', e.violatedDirective + e.blockedURI));
const { error } = console;
console.error = (...words) => { keep('console', words.join(' ')); error(...words); };`;

/** WebDriver's keys. */
const [left, right, home] = ['\uE012', '\uE014', '\uE011'];
const hash = 'document.documentElement.dataset.traceHash';
const text = (selector: string): string => `document.querySelector('${selector}').textContent`;
const drawn = `['.diagram-canvas', '.insp', '.caption']
  .map((part) => document.querySelector(part).outerHTML).join()`;

let site: SiteServer;
/** Another origin, where the pages are that frame the site. */
let host: SiteServer;
let webkit: WebKit;

test.beforeAll(async () => {
  const page = (path: string): string =>
    readFileSync(join(dist, path), 'utf8').replace(
      '<head>',
      '<head><script src="/problems.js"></script>',
    );
  site = await SiteServer.start(
    {},
    {
      '/problems.js': problemKeeper,
      '/sub/path/': page('index.html'),
      '/sub/path/embed/': page('embed/index.html'),
    },
  );
  const frames = sandboxes.map((sandbox, index) => [
    `/sandbox-${index}.html`,
    `<!doctype html><iframe ${sandbox} src="${site.address}embed/?ui=min" width="640" height="400">`,
  ]);
  host = await SiteServer.start({}, Object.fromEntries(frames));
  webkit = await WebKit.start();
});

test.afterAll(async () => {
  await webkit.stop();
  site.stop();
  host.stop();
});

test('the proposed command runs, and its trace is the one that Node computes', async () => {
  const underNode = hashUnderNode('create-deployment', 42, createDeployment);
  await webkit.open(`${site.address}?seed=42&lang=en&motion=off`);
  await webkit.until(hash);
  await webkit.click('.prompt button[type=submit]');
  expect(await webkit.until(hash)).toBe(await underNode);
  expect(await webkit.read(text('[data-testid=transcript]'))).toContain(createDeployment);
});

test('ten steps forward and ten back show the same pictures', async () => {
  await webkit.click('h1');
  await webkit.press(home);
  const shown = [await webkit.read(drawn)];
  for (let step = 1; step <= 10; step++) {
    await webkit.press(right);
    await webkit.until(`${text('.transport .count')}.startsWith('${step} /')`);
    shown.push(await webkit.read(drawn));
  }
  expect(new Set(shown).size).toBe(11);
  for (let step = 9; step >= 0; step--) {
    await webkit.press(left);
    await webkit.until(`${text('.transport .count')}.startsWith('${step} /')`);
    expect(await webkit.read(drawn), `step ${step}`).toBe(shown[step]);
  }
});

test('there is something to see, and nothing went wrong', async () => {
  expect(differentRows(await webkit.picture())).toBeGreaterThan(200);
  expect(await webkit.read('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await webkit.read('problems')).toEqual([]);
});

for (const [index, sandbox] of sandboxes.entries()) {
  test(`a frame works with ${sandbox || 'no sandbox'}`, async () => {
    await webkit.open(new URL(`/sandbox-${index}.html`, host.address).href);
    await webkit.enter('iframe');
    await webkit.until(`document.querySelector('.start') !== null`);
    await webkit.click('.start');
    await webkit.until(`document.documentElement.dataset.app === 'ready'`);
    const count = await webkit.until(text('.count'));
    await webkit.click('button.primary');
    await webkit.until(`${text('.count')} !== '${count}'`);
    expect(await webkit.read('problems')).toEqual([]);
    await webkit.leave();
  });
}
