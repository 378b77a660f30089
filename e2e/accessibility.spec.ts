import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;
let walk: WalkthroughPage;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light' });
  page = await context.newPage();
  walk = new WalkthroughPage(page);
  await walk.open();
});

test.afterAll(async () => {
  expect(walk.problems).toEqual([]);
  await page.context().close();
});

// Axe brings its own copy of the driver's types, which the compiler takes for others.
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** On the whole page, or a part of it, which is faster. */
async function expectNothingSerious(part = 'html'): Promise<void> {
  const axe = new AxeBuilder({ page: page as unknown as AxePage }).include(part);
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(serious).toEqual([]);
}

test('axe finds nothing serious at the start', async () => {
  await expectNothingSerious();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the middle of the run, in ${scheme}`, async () => {
    // Axe reads the panel seven times and the page once.
    test.slow();
    if (scheme === 'light') await walk.run(createDeployment);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await walk.press('4');
    for (const key of ['h', 'y', 'x', 'r', 'i', 'e', 'c']) {
      await walk.press(key);
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      await expectNothingSerious('.insp');
    }
    await walk.press('End');
    await expectNothingSerious();
    await walk.press('c');
  });
}

test('with reduced motion nothing moves by itself', async () => {
  await walk.press('Home');
  for (let step = 0; step < 12; step++) {
    await walk.press('ArrowRight');
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter(({ playState, effect }) => {
          const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
          return playState === 'running' && frames.some((frame) => 'transform' in frame);
        }).length,
    );
    expect(moving).toBe(0);
  }
});

test('the live region says each step once', async () => {
  const live = page.locator('output[aria-live="polite"]');
  await walk.press('Home');
  await walk.press('ArrowRight', 2);
  await expect(live).toHaveText(/^Step 2 of \d+\. kubectl reads/);
});

test('the keyboard alone reaches every control and leaves every part', async () => {
  await page.getByRole('heading', { level: 1 }).click();
  const reached: string[] = [];
  for (let count = 0; count < 80; count++) {
    await walk.press('Tab');
    const name = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body) return 'end';
      const label = active.getAttribute('aria-label') ?? active.textContent ?? '';
      return `${active.closest('[data-room]')?.getAttribute('data-room') ?? ''}|${label.trim()}|${active.id}`;
    });
    if (name === 'end') break;
    reached.push(name);
  }
  const rooms = reached.map((name) => name.split('|', 1)[0]).filter((room) => room !== '');
  expect(rooms).toEqual([
    'kube-apiserver',
    'etcd',
    'kube-controller-manager',
    'kube-scheduler',
    'node-1',
    'node-2',
    'node-3',
  ]);
  const all = reached.join('\n');
  for (const name of [
    'Settings',
    'Next',
    'Back',
    'Play',
    'Position in the run',
    'terminal-input',
  ]) {
    expect(all).toContain(name);
  }
});
