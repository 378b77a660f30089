import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

// All tests share one page; each begins where the one before it ended.
test.describe.configure({ mode: 'serial' });

let page: Page;
let walk: WalkthroughPage;
/** What the page showed at each step, by stepping forward; 0 is the start. */
const shown: string[] = [];

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  walk = new WalkthroughPage(page);
  await walk.open();
});

test.afterAll(async () => {
  expect(walk.problems).toEqual([]);
  await page.close();
});

test('the typed command leads step by step through every component to three running Pods', async () => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await walk.run(createDeployment, true);
  await walk.press('Home');
  const { steps } = await walk.position();
  const rooms = new Set<string | undefined>();
  shown.push(await walk.snapshot());
  for (let step = 1; step <= steps; step++) {
    await walk.press('ArrowRight');
    shown.push(await walk.snapshot());
    rooms.add(await walk.currentRoom());
  }
  expect(await walk.position()).toEqual({ step: steps, steps });
  await expect(walk.next).toHaveAttribute('aria-disabled', 'true');
  const control = ['kubectl', 'kube-apiserver', 'etcd', 'kube-controller-manager'];
  for (const room of [...control, 'kube-scheduler', 'node-1', 'node-2', 'node-3']) {
    expect(rooms).toContain(room);
  }
  await expect(walk.pods('Running')).toHaveCount(3);
  await expect(walk.transcript()).toContainText('deployment.apps/nginx created');
  expect(new Set(shown).size).toBe(shown.length);
});

test('stepping back shows every step again as it was, to the start', async () => {
  for (let step = shown.length - 2; step >= 0; step--) {
    await walk.press('ArrowLeft');
    expect(await walk.snapshot(), `step ${step}`).toBe(shown[step]);
  }
  await expect(walk.pods('Running')).toHaveCount(0);
  await expect(walk.back).toHaveAttribute('aria-disabled', 'true');
});

test('a step reached directly is the same as reached by stepping', async () => {
  for (const digit of [7, 2, 9, 4, 1]) {
    await walk.press(String(digit));
    const { step, steps } = await walk.position();
    expect(step).toBe(Math.round((digit / 10) * steps));
    expect(await walk.snapshot(), `step ${step}`).toBe(shown[step]);
  }
  await page.locator('.chapter-name').click();
  await page.getByRole('button', { name: /The scheduler/ }).click();
  const { step } = await walk.position();
  await expect(walk.caption).toContainText('the scheduler');
  // Where the mouse is left, it would point at something on the map.
  await page.mouse.move(2, 2);
  expect(await walk.snapshot()).toBe(shown[step]);
});

test('the replay passes the same pictures', async () => {
  await walk.press('Home');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await walk.position()).step).toBeGreaterThan(12);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const { step } = await walk.position();
  expect(await walk.snapshot()).toBe(shown[step]);
});
