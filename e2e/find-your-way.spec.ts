import { expect, type Page, test } from '@playwright/test';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(
  async (shared) => {
    walk = shared;
    page = shared.page;
    await walk.open();
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);

const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('before the first command the page says who is on the map and what to do', async () => {
  const story = page.getByRole('tabpanel');
  await expect(story).toContainText('One command is enough');
  await expect(story).toContainText('kube-scheduler');
  await expect(page.locator('.timeline')).toContainText('Each component has a row');
  await walk.run(createDeployment);
  await walk.press('End');
  await expect(walk.caption).toContainText('3 of 3 Pods ready');
  await expect(page.locator('.caption .hint')).toContainText('The end of this run');
});

test('playing stops at a breakpoint, and F8 runs to the next', async () => {
  await walk.press('Home');
  await page.getByRole('button', { name: 'Breakpoints: 0' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('component');
  await page.getByRole('combobox', { name: 'Value' }).selectOption('kube-scheduler');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Breakpoints: 1' }).waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.locator('.caption').click();
  await walk.press('Space');
  await expect(page.locator('.caption .hint')).toHaveText('Stopped at kube-scheduler', {
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await walk.currentRoom()).toBe('kube-scheduler');
  const first = (await walk.position()).step;
  await walk.press('Home');
  await walk.press('F8');
  await walk.expectStep(first);
  await walk.press('F8');
  expect((await walk.position()).step).toBeGreaterThan(first);
  await walk.press('F8', 6);
  await walk.press('b');
});

test('why a step happened is a list back to the key press', async () => {
  await walk.press('6');
  await page.getByText('Why did this happen?').click();
  const causes = page.locator('.chain button');
  await expect(causes.first()).toContainText(createDeployment);
  expect(await causes.count()).toBeGreaterThan(5);
  await causes.nth(1).click();
  await walk.expectStep(2);
  await page.getByText('Why did this happen?').click();
});

test('what the old texts say is folded under the step that a reader looks at', async () => {
  // In a panel that scrolls, Home is the panel's.
  await page.locator('.caption').click();
  await walk.press('Home');
  await walk.press('ArrowRight', 4);
  await page.getByText('Then and now').click();
  const story = page.getByRole('tabpanel');
  await expect(story).toContainText('a generator guessed the kind');
  await expect(story).toContainText('gone since v1.18');
  await walk.press('ArrowRight', 8);
  await expect(story).toContainText('Initializers worked on an object');
  await page.getByText('Then and now').click();
  await expect(story.getByText('Initializers worked')).toBeHidden();
});

test('the search finds steps by their words and moves only when one is chosen', async () => {
  await page.locator('.caption').click();
  await walk.press('Home');
  await walk.press('/');
  await page.keyboard.type('nodes tie');
  const results = page.getByRole('dialog', { name: 'Search steps' }).getByRole('listitem');
  await expect(results).toHaveCount(1);
  expect((await walk.position()).step).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(walk.caption).toContainText('3 nodes tie');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search steps' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the link to the step and the same asked with kubectl can be copied', async () => {
  await page.locator('.caption').click();
  await walk.press('Home');
  await walk.press('ArrowRight', 12);
  await page.locator('.foot').getByRole('button', { name: 'kubectl' }).click();
  expect(await copied()).toBe('kubectl get deployments nginx -n default -o yaml');
  await expect(page.locator('.foot a')).toHaveAttribute('href', /kubernetes\/blob\/v1\.36\.3\//);
  const { step } = await walk.position();
  await expect.poll(() => page.url()).toContain('step=etcd/commit/deployments/default/nginx#');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  const link = await copied();
  await page.keyboard.press('Escape');
  const other = new WalkthroughPage(await page.context().newPage());
  await other.page.goto(link);
  await expect.poll(async () => (await other.position()).step).toBe(step);
  await other.page.close();
  expect(other.problems).toEqual([]);
});
