/** User story 1: a page that was just opened is seen to live, and soon rests. */
import { expect, test } from '@playwright/test';
import { WalkthroughPage } from '../support/walkthrough-page.ts';

test.use({ reducedMotion: 'no-preference' });

test('before anything is typed a Lease is renewed over the map, and then the map rests', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: { readonly at: number; readonly place: string; readonly label: string }[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement && target.matches('[data-dot]'))) continue;
        const { transform: place } = target.style;
        if (place === '') continue;
        seen.push({ at: performance.now(), place, label: target.textContent ?? '' });
      }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
    Object.assign(window, { seen });
  });
  const walk = new WalkthroughPage(page);
  await walk.open();
  await expect(walk.caption).toContainText('The cluster is up and waits');
  const dot = page.locator('[data-dot]');
  await expect(dot).not.toHaveAttribute('hidden');
  await expect(dot).toHaveAttribute('hidden', '', { timeout: 20_000 });
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { at: number; place: string; label: string }[] }).seen,
  );
  expect(new Set(seen.map(({ place }) => place)).size).toBeGreaterThan(10);
  expect(new Set(seen.map(({ label }) => label))).toEqual(new Set(['PUT leases']));
  await expect(page.getByRole('tabpanel')).toContainText('One command is enough');
  expect(await walk.position()).toEqual({ step: 0, steps: 0 });
  expect(walk.problems).toEqual([]);
});

test('whoever asks for less motion sees the cluster at rest', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const walk = new WalkthroughPage(page);
  await walk.open();
  await walk.settled();
  await expect(page.locator('[data-dot]')).toHaveAttribute('hidden');
  expect(await walk.currentRoom()).toBeUndefined();
});
