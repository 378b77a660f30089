/** User stories 13 and 14: the page by its keys, and without motion. */
import { expect } from '@playwright/test';
import { test } from '../support/deployed-page.ts';
import { everyEngine } from '../support/every-engine.ts';

test(
  'the keyboard alone reaches every control and leaves every part',
  everyEngine,
  async ({ walk }) => {
    const { page } = walk;
    await page.getByText('Kubernetes v1.36, simulated').click();
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
  },
);

test('with reduced motion nothing moves by itself', everyEngine, async ({ walk }) => {
  for (let step = 0; step < 12; step++) {
    await walk.press('ArrowRight');
    const moving = await walk.page.evaluate(
      () =>
        document.getAnimations().filter(({ playState, effect }) => {
          const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
          return playState === 'running' && frames.some((frame) => 'transform' in frame);
        }).length,
    );
    expect(moving).toBe(0);
  }
});
