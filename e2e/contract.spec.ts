/**
 * Every call of the contract, by the client and by the element: with arguments that are wrong,
 * before the frame is there, after the end, and twice. Each gets an answer.
 */
import { expect, type Page, test } from '@playwright/test';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';

let site: SiteServer;
let host: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({});
  const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,">';
  const frame = `<iframe src="${site.address}embed/?scenario=run-pod&ui=min" width="640" height="420">`;
  const client = `${head}<script src="${site.address}client.script.js"></script><body>${frame}</iframe>
    <script>client = new podyssey.WalkthroughClient(document.querySelector('iframe'))</script>`;
  const element = `${head}<script type="module" src="${site.address}element.js"></script><body>
    <podyssey-walkthrough scenario="run-pod" ui="min"></podyssey-walkthrough>`;
  host = await SiteServer.start({}, { '/client.html': client, '/element.html': element });
});
test.afterAll(() => {
  site.stop();
  host.stop();
});

/** What has the calls, as the page knows it. */
const callers = {
  client: 'client',
  element: `document.querySelector('podyssey-walkthrough')`,
} as const;
type Caller = keyof typeof callers;

const open = async (page: Page, caller: Caller): Promise<readonly string[]> => {
  const problems = problemsOf(page);
  await page.goto(new URL(`/${caller}.html`, host.address).href);
  return problems;
};

/** How each call ended: what it gave, or `error: …`; `pending` for one that never did. */
const answers = (page: Page, caller: Caller, calls: readonly string[]): Promise<string[]> =>
  page.evaluate(`Promise.all(${JSON.stringify(calls)}.map((call) => {
    const late = new Promise((resolve) => setTimeout(() => resolve('pending'), 30000));
    const asked = (async () => Function('own', 'return own.' + call)(${callers[caller]}))();
    return Promise.race([asked.then(String, (error) => 'error: ' + error.message), late]);
  }))`) as Promise<string[]>;

const valid = [
  ...['play()', 'pause()', 'step(1)', 'step(-1)', 'seek({ index: 2 })', 'seek({ t: 0 })'],
  ...['seek("kubectl/send")', `run('kubectl get pods')`, `setTheme('dark')`, `setLang('en')`],
];

const wrong: readonly (readonly [call: string, says: string])[] = [
  ['seek({ index: -5 })', '"to" is'],
  ['seek({})', '"to" is'],
  [`seek({ index: 'x' })`, '"to" is'],
  ['seek()', '"to" is'],
  ['seek(null)', '"to" is'],
  ['seek(5)', '"to" is'],
  [`seek('')`, '"to" is'],
  ['seek({ t: -1 })', '"to" is'],
  ['seek({ t: NaN })', '"to" is'],
  ['seek({ index: 1, more() {} })', 'could not be cloned'],
  [`seek('nosuch')`, 'There is no step "nosuch"'],
  [`step('x')`, '"by" is a whole number'],
  ['step(1.5)', '"by" is a whole number'],
  ['step(null)', '"by" is a whole number'],
  ['step(1e9)', '"by" is a whole number'],
  [`run('')`, '"line" is a text'],
  ['run(5)', '"line" is a text'],
  ['run()', '"line" is a text'],
  [`run('x'.repeat(5000))`, '"line" is a text'],
  [`setTheme('pink')`, 'There is no theme "pink"'],
  ['setTheme(5)', '"theme" is a text'],
  ['setTheme()', '"theme" is a text'],
  [`setLang('xx')`, 'There is no language "xx"'],
  ['setLang(5)', '"lang" is a text'],
  [`setLang('')`, '"lang" is a text'],
];

for (const caller of ['client', 'element'] as const) {
  test(`the ${caller} answers every call, before the frame is there and twice`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const problems = await open(page, caller);
    const first = await answers(page, caller, [...valid, ...valid]);
    expect(first.filter((said) => said === 'pending' || said.startsWith('error'))).toEqual([]);
    expect(first[2]).toMatch(/\//);

    const told = await answers(
      page,
      caller,
      wrong.map(([call]) => call),
    );
    for (const [index, [call, says]] of wrong.entries()) {
      expect(`${call} → ${told[index]}`).toContain(`${call} → error: `);
      expect(`${call} → ${told[index]}`).toContain(says);
    }
    // Nothing of it has changed what is shown.
    const frame = page.locator('iframe').contentFrame();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(frame.locator('html')).toHaveAttribute('lang', 'en');

    const heard = page.evaluate(`new Promise((resolve) => {
      const own = ${callers[caller]};
      const seen = [];
      const hear = ({ theme, lang }) => {
        seen.push(theme + ' ' + lang);
        if (theme === 'light' && lang === 'ja') resolve(seen);
      };
      if (own.on) own.on('state', hear);
      else own.addEventListener('state', ({ detail }) => hear(detail));
      own.setTheme('light').then(() => own.setLang('ja'));
    })`);
    expect(await heard).toContain('light en');
    if (caller === 'element') {
      expect(await page.evaluate(`${callers.element}.state.theme`)).toBe('light');
      expect(await page.evaluate(`${callers.element}.state.lang`)).toBe('ja');
    } else {
      const state = await page.evaluate('client.state()');
      expect(state).toMatchObject({ theme: 'light', lang: 'ja' });
    }

    await page.evaluate(
      caller === 'client'
        ? 'client.close(); client.close()'
        : `gone = ${callers.element}; gone.remove(); gone.remove()`,
    );
    const after = await page.evaluate(`Promise.all(${JSON.stringify(valid)}.map((call) => {
      const asked = Function('own', 'return own.' + call)(${caller === 'client' ? 'client' : 'gone'});
      return asked.then(String, (error) => 'error: ' + error.message);
    }))`);
    const gone = caller === 'client' ? 'was closed' : 'is not in a document';
    for (const said of after as string[]) expect(said).toMatch(new RegExp(`^error: .*${gone}`));
    expect(problems).toEqual([]);
  });
}

test('a message that is no command is answered, or ignored if it has no number', async ({
  page,
}) => {
  await open(page, 'client');
  await answers(page, 'client', ['state()']);
  const replies = page.evaluate(`new Promise((resolve) => {
    const seen = [];
    addEventListener('message', ({ data }) => {
      if (data?.type !== 'reply') return;
      seen.push(data.id + ' ' + data.error);
      if (data.id === 902) resolve(seen.filter((each) => /^90/.test(each)));
    });
    const { contentWindow } = document.querySelector('iframe');
    const post = (message) => contentWindow.postMessage({ podyssey: 1, ...message }, '*');
    post({ type: 'explode', id: 900 });
    post({ type: 'explode' });
    post({ type: 'seek', id: 901 });
    post({ id: 903 });
    post({ type: 'constructor', id: 902 });
  })`);
  expect(await replies).toEqual([
    expect.stringContaining('900 There is no command "explode", only hello'),
    expect.stringContaining('901 seek: "to" is'),
    expect.stringContaining('902 There is no command "constructor"'),
  ]);
});

test('in a column of 688 pixels etcd and the nodes are whole', async ({ page }) => {
  test.setTimeout(90_000);
  const more = {
    '/column.html': `<!doctype html><body style="width:688px;margin:0">
    <script type="module" src="${site.address}element.js"></script>
    <podyssey-walkthrough scenario="create-deployment" ui="std"></podyssey-walkthrough>`,
  };
  const column = await SiteServer.start({}, more);
  await page.goto(new URL('/column.html', column.address).href);
  const frame = page.locator('iframe').contentFrame();
  await frame.locator('.start').click();
  await frame.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  const own = `document.querySelector('podyssey-walkthrough')`;
  const seen = new Set<string>();
  for (let part = 1; part <= 10; part++) {
    await page.evaluate(`${own}.seek({ index: Math.floor(${own}.state.count * ${part} / 11) })`);
    const cut = await frame.locator('main.canvas').evaluate(async (canvas) => {
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const around = canvas.getBoundingClientRect();
      return [...canvas.querySelectorAll('.react-flow__node')].map((node) => {
        const { left, right, top, bottom, width } = node.getBoundingClientRect();
        const whole =
          left >= around.left - 1 &&
          right <= around.right + 1 &&
          top >= around.top - 1 &&
          bottom <= around.bottom + 1;
        return { id: node.getAttribute('data-id') ?? '', shown: width > 0, whole };
      });
    });
    for (const { id, shown } of cut) if (shown) seen.add(id);
    const rooms = cut.filter(({ id, shown }) => shown && /^(etcd|node-\d+)$/.test(id));
    expect(rooms.filter(({ whole }) => !whole)).toEqual([]);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['etcd']));
  expect([...seen].some((id) => id.startsWith('node-'))).toBe(true);
  column.stop();
});

for (const [width, height] of [
  [720, 450],
  [640, 420],
] as const) {
  test(`in a frame of ${width} by ${height} no room loses what it says at any beat`, async ({
    page,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height });
    await page.goto(new URL('embed/?scenario=create-deployment&ui=min', site.address).href);
    await page.locator('.start').click();
    await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
    const count = page.locator('.frame-controls .count');
    await expect(count).toHaveText(/^0 \/ \d+$|^1 \/ \d+$/);
    for (let beat = 1; ; beat++) {
      await page.keyboard.press('ArrowRight');
      await expect(count).toHaveText(new RegExp(`^${beat} /`));
      const [, last = ''] = /\/ (\d+)/.exec((await count.textContent()) ?? '') ?? [];
      const cut = await page.locator('main.canvas').evaluate(async (canvas) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const end = canvas.getBoundingClientRect().bottom;
        // What is left out with an ellipsis ends above.
        const isLeftOut = (part: Element, room: Element): boolean => {
          const { bottom } = part.getBoundingClientRect();
          for (let at = part.parentElement; at !== null && at !== room; at = at.parentElement) {
            const hides = getComputedStyle(at).overflowY === 'hidden';
            if (hides && at.getBoundingClientRect().bottom < bottom) return true;
          }
          return false;
        };
        return [...canvas.querySelectorAll('.room')].flatMap((room) => {
          const bottom = Math.min(end, room.getBoundingClientRect().bottom) + 1;
          return [...room.querySelectorAll('p, span, b, text')]
            .filter(
              (part) => part.getBoundingClientRect().bottom > bottom && !isLeftOut(part, room),
            )
            .map((part) => part.textContent);
        });
      });
      expect({ beat, cut }).toEqual({ beat, cut: [] });
      if (beat === Number(last)) break;
    }
  });
}
