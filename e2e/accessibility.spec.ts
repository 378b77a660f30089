import { expect, type Page, test } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, type WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(
  async (shared) => {
    walk = shared;
    page = shared.page;
    await walk.open();
  },
  { reducedMotion: 'reduce', colorScheme: 'light' },
);

test('axe finds nothing serious at the start', async () => {
  await expectNothingSerious(page);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the middle of the run, in ${scheme}`, async () => {
    // Axe reads the panel seven times and the page once; of the second theme, its colours.
    test.slow();
    const colours = scheme === 'dark';
    if (scheme === 'light') await walk.run(createDeployment);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await walk.press('4');
    for (const key of ['h', 'y', 'x', 'r', 'i', 'e', 'c']) {
      await walk.press(key);
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      await expectNothingSerious(page, { part: '.insp', colours });
    }
    await walk.press('End');
    await expectNothingSerious(page, { colours });
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
