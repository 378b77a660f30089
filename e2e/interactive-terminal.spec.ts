/** A person types into a container, follows what goes on, and comes back. */
import { expect, type Page, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const live = (page: Page) => page.getByRole('button', { name: 'Live', exact: true });
const prompt = (page: Page) => page.locator('.term .prompt .pr');
const ready = { timeout: 30_000 };
const field = (page: Page) => page.locator('#terminal-input');

async function open(page: Page, depth = 'stages'): Promise<WalkthroughPage> {
  const walk = new WalkthroughPage(page);
  await walk.open(`?scenario=create-deployment&lang=en&depth=${depth}`);
  return walk;
}

/** Types a line into what is open, as a person does. */
async function type(page: Page, line: string): Promise<void> {
  await field(page).fill(line);
  await field(page).press('Enter');
}

test('kubectl run -it --rm gives a shell in a new Pod, and exit deletes it', async ({ page }) => {
  const walk = await open(page);
  const printed = walk.transcript();
  await type(page, 'kubectl run -it --rm box --image=busybox -- sh');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(printed).toContainText("If you don't see a command prompt", ready);
  await expect(prompt(page)).toContainText('/ #', ready);
  await expect(page.locator('.term .into')).toHaveText('box');

  await type(page, 'ls /');
  await expect(printed).toContainText(/\/ # ls \/\nbin +etc +lib/, ready);
  await type(page, 'hostname');
  await expect(printed).toContainText(/# hostname\nbox\n/, ready);
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveValue('hostname');
  await type(page, 'exit');
  await expect(printed).toContainText('pod "box" deleted from default namespace', ready);
  await expect(page.locator('.term .into')).toHaveCount(0);
  await expect(prompt(page)).toContainText('$');

  await field(page).press('Escape');
  await walk.press('Space');
  await walk.press('Home');
  await expect(printed).not.toContainText('hostname');
  expect(walk.problems).toEqual([]);
});

test('what is typed into a container is told above the terminal', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const walk = await open(page, 'story');
  await live(page).click();
  await walk.run('kubectl run web --image=nginx');
  await expect(page.locator('[data-pod="default/web"]')).toHaveAttribute('data-status', 'Running');
  await type(page, 'kubectl exec -it web -- sh');
  const told = page.locator('.caption');
  await expect(told).toContainText('shows its prompt and waits', ready);
  await type(page, 'hostname');
  await expect(told).toContainText('The program in the container writes web.', ready);
  await expect(walk.transcript()).toContainText(/# hostname\nweb\n/);
  const words = told.getByText('The program in the container writes');
  const isSeen = (): Promise<boolean> =>
    words.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 5, bottom - 5));
    });
  await expect.poll(isSeen).toBe(true);
  expect(walk.problems).toEqual([]);
});

test('kubectl exec -it: Ctrl-C, Ctrl-D, and the way back to the cluster', async ({ page }) => {
  const walk = await open(page);
  const printed = walk.transcript();
  await live(page).click();
  await walk.run('kubectl run web --image=nginx');
  await expect(page.locator('[data-pod="default/web"]')).toHaveAttribute('data-status', 'Running');
  await type(page, 'kubectl exec -it web -- bash');
  await expect(prompt(page)).toContainText('root@web:/#', ready);
  await type(page, 'sleep 1000');
  await expect(printed).toContainText('sleep 1000');
  await field(page).press('Control+c');
  await expect(printed).toContainText('^C', ready);
  await expect(prompt(page)).toContainText('root@web:/#', ready);

  await page.getByRole('button', { name: "Back to the cluster's shell" }).click();
  await expect(prompt(page)).toContainText('$');
  await walk.run('kubectl get pods');
  await expect(printed).toContainText(/web\s+1\/1\s+Running/, ready);
  await page.getByRole('button', { name: 'Back into web' }).click();
  await expect(prompt(page)).toContainText('root@web:/#');

  // Time stands still: the page says so, and what is typed lets it go on.
  await field(page).press('Escape');
  await walk.press('Space');
  await expect(page.getByText('Time stands still')).toBeVisible();
  await type(page, 'echo on');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(printed).toContainText('\non\n', ready);
  await field(page).press('Control+d');
  await expect(page.locator('.term .into')).toHaveCount(0, ready);
  expect(walk.problems).toEqual([]);
});

test('logs -f and get -w go on until Ctrl-C', async ({ page }) => {
  const walk = await open(page);
  const printed = walk.transcript();
  await live(page).click();
  await walk.run('kubectl run web --image=nginx');
  await expect(page.locator('[data-pod="default/web"]')).toHaveAttribute('data-status', 'Running');
  const stop = page.getByRole('button', { name: 'Interrupt with Ctrl-C' });
  await type(page, 'kubectl logs -f web');
  await expect(printed).toContainText('start worker processes', ready);
  await expect(stop).toBeVisible();
  await field(page).press('Control+c');
  await expect(stop).toHaveCount(0, ready);
  await type(page, 'kubectl get pods -w');
  await expect(printed).toContainText(/get pods -w.*\n?NAME/, ready);
  await stop.click();
  await expect(stop).toHaveCount(0, ready);
  expect(walk.problems).toEqual([]);
});

test('a link with what was typed gives the same again', async ({ page }) => {
  const walk = await open(page);
  await type(page, 'kubectl run -it box --image=busybox -- sh');
  await expect(prompt(page)).toContainText('/ #', ready);
  await type(page, 'echo linked');
  await expect(walk.transcript()).toContainText('\nlinked\n', ready);
  await field(page).press('Escape');
  // The address is written a moment after the last input.
  await expect
    .poll(async () => {
      const before = page.url();
      await page.waitForTimeout(800);
      return page.url() === before && new URL(before).hash.startsWith('#s=');
    })
    .toBe(true);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await walk.press('End');
  await expect(walk.transcript()).toContainText('\nlinked\n', ready);
});

test('a here-document is pasted as it is, and Enter asks for the rest of one', async ({ page }) => {
  const walk = await open(page);
  const printed = walk.transcript();
  await field(page).fill('cat <<EOF | kubectl apply -f -');
  await field(page).press('Enter');
  await page.keyboard.insertText(
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\nEOF',
  );
  await expect(field(page)).toHaveValue(/^cat <<EOF .* -\napiVersion: v1\n[\s\S]*\nEOF$/);
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveValue(/^cat <<EOF/);
  await field(page).press('Enter');
  await field(page).press('Escape');
  await walk.press('End');
  await expect(printed).toContainText('configmap/settings created', ready);

  await type(page, 'kubectl get configmaps -o name | grep settings && echo found');
  await expect(printed).toContainText('configmap/settings\nfound', ready);
  await field(page).press('ArrowUp');
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveValue(/EOF$/);
  expect(walk.problems).toEqual([]);
});

test('watch shows the last picture until Ctrl-C, and clear leaves out what was before', async ({
  page,
}) => {
  const walk = await open(page, 'story');
  const printed = walk.transcript();
  await type(page, 'watch -n 1 kubectl get pods --no-headers');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(printed).toContainText('Every 1.0s: kubectl get pods --no-headers', ready);
  await type(page, 'kubectl run web --image=nginx');
  await expect(printed).toContainText(/web +1\/1 +Running/, ready);
  const interrupt = page.locator('.term').getByRole('button', { name: 'Ctrl-C' });
  await interrupt.click();
  await expect(interrupt).toHaveCount(0, ready);
  await type(page, 'clear');
  await expect(printed).not.toContainText('Every');
  expect(walk.problems).toEqual([]);
});
