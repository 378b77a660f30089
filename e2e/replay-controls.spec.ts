import { expect, type Page, test } from '@playwright/test';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, type WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(
  async (shared) => {
    walk = shared;
    page = shared.page;
    await walk.open();
    await walk.run(createDeployment);
  },
  { reducedMotion: 'no-preference' },
);

test('Space plays and pauses', async () => {
  await walk.press('Home');
  await walk.press('Space');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect.poll(async () => (await walk.position()).step).toBeGreaterThan(1);
  await walk.press('Space');
  const { step } = await walk.position();
  await page.waitForTimeout(1200);
  await walk.expectStep(step);
});

test('a step moves the dot, and another key press ends the movement at once', async () => {
  await walk.press('Home');
  await walk.press('ArrowRight', 5);
  const dot = page.locator('[data-dot]');
  await expect(dot.locator('.core')).toBeVisible();
  const before = await dot.getAttribute('style');
  await walk.press('ArrowRight');
  await expect.poll(() => dot.getAttribute('style')).not.toBe(before);
  await walk.press('ArrowLeft');
  expect(await dot.getAttribute('style')).toBe(before);
});

test('the speed goes up and down by key and by choice', async () => {
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await walk.press('>');
  await expect(speed).toHaveValue('2');
  await walk.press('<', 2);
  await expect(speed).toHaveValue('0.5');
  await speed.selectOption('1');
  await speed.blur();
});

test('dragging along the strip scrubs, and the slider has keys', async () => {
  const box = await walk.overview.boundingBox();
  if (box === null) throw new Error('The strip has no place.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width + 8, y, { steps: 4 });
  await page.mouse.up();
  const { steps } = await walk.position();
  await walk.expectStep(steps);
  await walk.overview.press('Home');
  await walk.expectStep(0);
  await walk.overview.press('ArrowRight');
  await walk.expectStep(1);
  await expect(walk.overview).toHaveAttribute('aria-valuenow', '1');
  await walk.overview.blur();
});

test('chapters go by key and by button', async () => {
  const where = page.locator('.chapter-name');
  await walk.press('Shift+ArrowRight');
  await expect(where).toHaveText('The API server');
  await page.getByRole('button', { name: 'Next chapter' }).click();
  await expect(where).toHaveText('Stored in etcd');
  await walk.press('Shift+ArrowLeft');
  await expect(where).toHaveText('The API server');
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await walk.expectStep(0);
});

test('an event is a smaller step than a stage', async () => {
  await walk.press('ArrowRight');
  await walk.press('.');
  await walk.press(',');
  await walk.expectStep(1);
});

test('a beat of the story folds the stages on the way to it', async () => {
  await page.getByRole('radio', { name: 'Story' }).check();
  await walk.next.click();
  await walk.expectStep(1);
  // A press during the movement to a beat would end the movement.
  await page.waitForTimeout(2000);
  await walk.next.click();
  await page.waitForTimeout(2000);
  await walk.expectStep(2);
  await page.getByRole('radio', { name: 'Stages' }).check();
  await walk.expectStep(8);
  await walk.press('ArrowRight');
  await walk.expectStep(9);
});

test('causes lead back from the process to the key press', async () => {
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await walk.press('Home');
  const isAt = async (words: string): Promise<boolean> =>
    ((await walk.caption.textContent()) ?? '').includes(words);
  for (let count = 0; count < 200 && !(await isAt('/docker-entrypoint.sh')); count++) {
    await walk.press('ArrowRight');
  }
  await expect(walk.caption).toContainText('/docker-entrypoint.sh');
  for (let count = 0; count < 200 && !(await isAt('You press Enter')); count++) {
    await walk.press('[');
  }
  await expect(walk.caption).toContainText('You press Enter');
});
