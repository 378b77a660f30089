/** What Safari's engine makes of the page and of frames, as far as WebKitGTK can be asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hashUnderNode } from './support/hash-under-node.ts';
import { addressOfLink, hostileLinks } from './support/hostile-links.ts';
import { differentRows } from './support/png-rows.ts';
import { sandboxes } from './support/sandboxes.ts';
import { dist, SiteServer } from './support/site-server.ts';
import { createDeployment } from './support/walkthrough-page.ts';
import { WebKit } from './support/webkit.ts';

// One browser for all; each test goes on from the one before it.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** WebDriver hands out no console: the pages keep what a healthy page never has. */
const problemKeeper = `
window.problems = [];
const keep = (kind, what) => problems.push(kind + ': ' + what);
addEventListener('error', (e) => keep('error', e.message || e.target.src || e.target.href), true);
// WebKit calls it an error, in a sandbox one without a name, when a size is passed on a frame later.
window.ResizeObserver = class extends ResizeObserver {
  constructor(seen) { super((entries, self) => requestAnimationFrame(() => seen(entries, self))); }
};
addEventListener('unhandledrejection', (e) => keep('rejection', e.reason));
addEventListener('securitypolicyviolation', (e) => keep('policy', e.violatedDirective + e.blockedURI));
const { error } = console;
console.error = (...words) => { keep('console', words.join(' ')); error(...words); };`;

/** WebDriver's keys. */
const [left, right, home, end] = ['\uE012', '\uE014', '\uE011', '\uE010'];
const hash = 'document.documentElement.dataset.traceHash';
const text = (selector: string): string => `document.querySelector('${selector}').textContent`;
const drawn = `['.diagram-canvas', '.insp', '.caption']
  .map((part) => document.querySelector(part).outerHTML).join()
  .replace(/(react-flow__viewport [^>]*style=")[^"]*/, '$1')`;

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
    `<!doctype html><iframe ${sandbox} src="${site.address}embed/?ui=min&depth=stages" width="640" height="400">`,
  ]);
  const framed = (query: string, id: string): string =>
    `<iframe src="${site.address}embed/?${query}" id="${id}" width="640" height="400"></iframe>`;
  const three = ['f1', 'f2', 'f3'].map((id) => framed('ui=min&depth=stages', id)).join('');
  const client = `<script src="${site.address}client.script.js"></script>`;
  host = await SiteServer.start(
    {},
    {
      ...Object.fromEntries(frames),
      '/three.html': `<!doctype html><body style="height:3000px">${three}`,
      '/client.html': `<!doctype html>${client}<body>${framed('ui=std&depth=stages&scenario=run-pod', 'f1')}`,
    },
  );
  webkit = await WebKit.start();
});

test.afterAll(async () => {
  await webkit.stop();
  site.stop();
  host.stop();
});

test('the proposed command runs, and its trace is the one that Node computes', async () => {
  const underNode = hashUnderNode('create-deployment', 42, createDeployment);
  await webkit.open(`${site.address}?seed=42&lang=en&motion=off&depth=stages`);
  await webkit.until(hash);
  await webkit.click('.prompt button[type=submit]');
  expect(await webkit.until(hash)).toBe(await underNode);
  expect(await webkit.read(text('[data-testid=transcript]'))).toContain(createDeployment);
});

test('ten steps forward and ten back show the same pictures', async () => {
  await webkit.read('document.activeElement.blur()');
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

/** Clicks what stands in the frame, and waits for the cluster. */
async function begin(frame: string): Promise<void> {
  await webkit.enter(frame);
  await webkit.until(`document.querySelector('.start') !== null`);
  await webkit.click('.start');
  await webkit.until(`document.documentElement.dataset.app === 'ready'`);
}

test('frames that nobody has clicked take no focus and fetch no simulator', async () => {
  await webkit.open(new URL('/three.html', host.address).href);
  expect(await webkit.read('document.activeElement.tagName')).toBe('BODY');
  for (const frame of ['#f1', '#f2', '#f3']) {
    await webkit.enter(frame);
    await webkit.until(`document.querySelector('.start') !== null`);
    const fetched = `performance.getEntriesByType('resource').map(({ name }) => name)`;
    const simulators = `${fetched}.filter((name) => /worker|simulation/.test(name))`;
    expect(await webkit.read(simulators)).toEqual([]);
    expect(await webkit.read(`${fetched}.length`)).toBeGreaterThan(0);
    await webkit.leave();
  }
  await begin('#f1');
  expect(await webkit.read('problems')).toEqual([]);
  await webkit.leave();
});

test('a host leads a frame by messages', async () => {
  await webkit.open(new URL('/client.html', host.address).href);
  await webkit.read(`(() => {
    window.heard = [];
    window.client = new podyssey.WalkthroughClient(document.querySelector('#f1'));
    for (const type of ['ready', 'step', 'state', 'height']) client.on(type, () => heard.push(type));
  })()`);
  await begin('#f1');
  await webkit.leave();
  const asked = Date.now();
  expect(await webkit.read('client.state()')).toMatchObject({ phase: 'running', index: 0 });
  expect(Date.now() - asked).toBeLessThan(1000);
  const step = 'etcd/commit/pods/default/nginx';
  expect(await webkit.read(`client.seek('${step}')`)).toBe(step);
  expect(await webkit.read('client.step(-1)')).not.toBe(step);
  await webkit.enter('#f1');
  await webkit.read('window.kept = true');
  const ground = 'getComputedStyle(document.documentElement).backgroundColor';
  const before = await webkit.read(ground);
  await webkit.leave();
  const other = `client.setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark')`;
  expect(await webkit.read(other)).toMatch(/light|dark/);
  await webkit.enter('#f1');
  expect(await webkit.read(ground)).not.toBe(before);
  expect(await webkit.read('window.kept')).toBe(true);
  expect(await webkit.read('problems')).toEqual([]);
  await webkit.leave();
  await webkit.until(`['ready', 'step', 'state', 'height'].every((type) => heard.includes(type))`);
});

for (const link of hostileLinks) {
  test(`a link with ${link.about} runs to its end`, async () => {
    // The link before it may differ in its inputs alone: its hash would still stand there.
    await webkit.open('about:blank');
    await webkit.open(`${site.address}${await addressOfLink(link)}`);
    await webkit.until(hash);
    await webkit.press(end);
    for (const words of link.says) {
      await webkit.until(`document.body.textContent.includes(${JSON.stringify(words)})`);
    }
    expect(await webkit.read(`document.querySelector('[role=alert]')`)).toBeNull();
  });
}

test('a second visit without a network opens and runs a command', async () => {
  // A site of its own: under automation WebKitGTK forgets, on a busy machine, what a worker kept
  // while its site was out of sight.
  const own = await SiteServer.start({});
  const address = `${own.address}?seed=1&lang=en&motion=off`;
  await webkit.open(address);
  await webkit.until(`navigator.serviceWorker.controller !== null`);
  own.stop();
  await webkit.open(address);
  await webkit.until(hash);
  await webkit.click('.prompt button[type=submit]');
  await webkit.until(`${text('[data-testid=transcript]')}.includes('${createDeployment}')`);
  // A run that still grows takes its reader to where the command ends.
  await webkit.until(hash);
  await webkit.read('document.activeElement.blur()');
  await webkit.press(home, ...Array.from({ length: 10 }, () => right));
  await webkit.until(`${text('.transport .count')}.startsWith('10 /')`);
  await webkit.until(
    `document.querySelector('.offline-mark')?.textContent.includes('Offline copy')`,
  );
});
