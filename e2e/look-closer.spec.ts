import { expect, type Page, test } from '@playwright/test';
import { shareOnePage } from './support/share-one-page.ts';
import { createDeployment, type WalkthroughPage } from './support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(async (shared) => {
  walk = shared;
  page = shared.page;
  await walk.open();
  await walk.run(createDeployment);
});

const panel = () => page.getByRole('tabpanel');
const title = () => page.locator('.insp h2');
const stage = (name: RegExp) => page.getByRole('region', { name });

/** Steps on until the inspector has this heading. */
async function stepTo(heading: RegExp): Promise<void> {
  for (let count = 0; count < 130; count++) {
    if (heading.test((await title().textContent()) ?? '')) return;
    await walk.press('ArrowRight');
  }
  throw new Error(`No step is called ${heading}.`);
}

test('the log of a component holds its facts up to the cursor, and a line leads to its fact', async () => {
  await walk.press('Home');
  await stepTo(/^Pod nginx-\S+ is at revision/);
  await walk.press('g');
  await page.getByRole('combobox', { name: 'Whose log' }).selectOption('kube-apiserver');
  const lines = panel().locator('.logs li');
  await expect(lines.last()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('Authorized');
  await expect(lines.last()).toContainText('"Authorized" allowed=true');
  await lines.last().getByRole('button').click();
  await expect(title()).toContainText('allow');
  await page.locator('.caption').click();
});

test('the source of a decision is a permalink at the simulated version', async () => {
  await walk.press('o');
  const link = panel().getByRole('link', { name: 'RBACAuthorizer.Authorize' });
  await expect(link).toHaveAttribute(
    'href',
    /kubernetes\/blob\/v1\.36\.3\/plugin\/pkg\/auth\/authorizer\/rbac\/rbac\.go$/,
  );
});

test('an object has its owners, and stays while the cursor moves when it is chosen', async () => {
  await walk.press('End');
  await walk.press('y');
  await panel().locator('.owners').waitFor();
  await walk.press('Home');
  await stepTo(/^Pod nginx-\S+ is at revision/);
  const owners = panel().getByRole('navigation', { name: 'Owners and owned objects' });
  await expect(owners.getByRole('listitem')).toHaveText([
    /^Deployment nginx$/,
    /^ReplicaSet nginx-/,
    /^Pod nginx-/,
  ]);
  await expect(panel().getByText('Managed fields', { exact: true })).toBeVisible();
  await owners.getByRole('button', { name: 'Deployment nginx' }).click();
  await expect(panel()).toContainText('Showing Deployment nginx');
  await page.locator('.caption').click();
  await walk.press('ArrowRight', 3);
  await expect(panel()).toContainText('kind: Deployment');
});

test('any two revisions can be compared', async () => {
  await walk.press('End');
  await walk.press('x');
  const from = panel().getByRole('combobox', { name: 'From revision' });
  await from.waitFor();
  const revisions = await from.getByRole('option').allTextContents();
  expect(revisions.length).toBeGreaterThan(3);
  await from.selectOption(revisions[0] ?? '');
  await expect(panel().locator('.yaml .a').filter({ hasText: 'readyReplicas: 3' })).toBeVisible();
  await panel().getByRole('button', { name: 'Follow the step' }).click();
  await page.locator('.caption').click();
});

test('conditions and Events stand as kubectl describe prints them', async () => {
  await walk.press('Home');
  await stepTo(/^StartContainer is answered/);
  await walk.press('d');
  await expect(panel().getByRole('row', { name: 'PodScheduled True' })).toBeVisible();
  await expect(panel().getByText('Normal Scheduled')).toBeVisible();
});

test('steps over, into and out of a request, and back over it', async () => {
  await walk.press('Home');
  await walk.press('c');
  await stepTo(/^create deployments/);
  const sent = (await walk.position()).step;
  await walk.press('F10');
  await expect(title()).toContainText('201');
  await walk.press('Shift+F10');
  await walk.expectStep(sent);
  await walk.press('ArrowDown');
  expect((await walk.position()).step).toBe(sent + 1);
  await walk.press('ArrowUp');
  await expect(title()).toContainText('201');
  await walk.press('Shift+F10');
  await walk.expectStep(sent);
});

test('a bookmark stays with the browser, and leads back to its step', async () => {
  await walk.press('m');
  const marked = (await walk.position()).step;
  await walk.press('End');
  await walk.press('M');
  const list = page.getByRole('dialog', { name: 'Time' });
  await list.getByRole('button', { name: /create deployments/ }).click();
  await walk.expectStep(marked);
  const kept = await page.evaluate(() => localStorage.getItem('podyssey.bookmarks'));
  expect(kept).toContain('kubectl/send/deployments');
  await walk.press('Escape');
});

test('playing goes round in a range', async () => {
  const { step: begin } = await walk.position();
  await walk.press('(');
  await walk.press('ArrowRight', 3);
  await walk.expectStep(begin + 3);
  await walk.press(')');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.locator('.caption').click();
  await walk.press('Space');
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add((await walk.position()).step);
        return seen.size;
      },
      { timeout: 20_000, intervals: [60] },
    )
    .toBeGreaterThanOrEqual(4);
  await walk.press('Space');
  await walk.press('\\');
  expect([...seen].sort((a, b) => a - b)).toEqual([begin, begin + 1, begin + 2, begin + 3]);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
  await page.locator('.caption').click();
});

test('a filter of the rows and a hovering pointer leave the cursor where it is', async () => {
  const before = (await walk.position()).step;
  const filter = page.getByRole('searchbox', { name: 'Filter rows' });
  await filter.fill('node-');
  await expect(page.locator('.lane-names li')).toHaveText(['node-1', 'node-2', 'node-3']);
  await filter.fill('replicasets');
  await expect(page.locator('.lane-names li')).not.toContainText(['node-1']);
  await filter.fill('');
  const box = await walk.overview.boundingBox();
  if (box === null) throw new Error('The strip has no place.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator('.hover-card')).toContainText(/Step \d+ of \d+/);
  await page.mouse.move(10, 10);
  await expect(page.locator('.hover-card')).toHaveCount(0);
  await walk.expectStep(before);
  await page.locator('.caption').click();
});

test('the authorizer’s stage shows the rules that were tried, the last one allowing', async () => {
  await walk.press('Home');
  await stepTo(/^RBAC allows/);
  await walk.press('ArrowDown', 2);
  const rows = stage(/^Authorization/)
    .locator('.stage-table')
    .last()
    .locator('tbody tr');
  await expect(rows.last()).toHaveClass(/on/);
  await expect(rows.first()).toContainText('system:');
  await walk.press('ArrowUp', 2);
  await expect(page.locator('[data-room="etcd"]')).toBeVisible();
});

test('the stages of admission and scoring show patches and sums', async () => {
  await walk.press('Home');
  await stepTo(/^create Pod/);
  await stepTo(/plugins? changes? the object$/);
  await walk.press('ArrowDown', 2);
  await expect(stage(/mutating/)).toContainText('/spec/serviceAccountName');
  await walk.press('Escape', 2);
  await stepTo(/wins|share/);
  await walk.press('ArrowDown', 2);
  await expect(stage(/^Score/)).toContainText(/\d+ → \d+ × \d+ = \d+/);
  await walk.press('Escape', 2);
});

test('every module of a kubelet can be entered', async () => {
  await walk.press('End');
  await page.locator('[data-room="node-1"] .room-head').click();
  const picker = page.getByRole('combobox', { name: /Open a stage/ });
  for (const [value, words] of [
    ['module:pleg', 'every second'],
    ['module:eviction', 'Below a threshold'],
    ['cri', 'RunPodSandbox'],
    ['sandbox', 'pause'],
    ['rules', 'KUBE-SERVICES'],
  ] as const) {
    await picker.selectOption(value);
    await expect(page.locator('.stage-scroll')).toContainText(words);
  }
  expect(await picker.getByRole('option').count()).toBeGreaterThan(25);
});
