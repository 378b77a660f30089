/** A cluster that a server holds: real clients act in it, and the page shows what they do. */
import { CoreV1Api, type KubeConfig } from '@kubernetes/client-node';
import { expect, type Page, test } from '@playwright/test';
import { type PackedProgram, startProgram } from './support/packed-program.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

let server: PackedProgram;
let link = '';
let client: KubeConfig;

test.beforeAll(async () => {
  server = await startProgram('serve');
  ({ link, client } = server);
});
test.afterAll(() => server.stop());

const strip = (page: Page) => page.getByRole('region', { name: 'The server’s run' });
const clock = (page: Page) => page.locator('.clock');

async function openLink(page: Page, more = ''): Promise<WalkthroughPage> {
  const walk = new WalkthroughPage(page);
  await page.goto(`${link}&lang=en${more}`);
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready', { timeout: 30_000 });
  return walk;
}

const namespace = 'default';
const podOf = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
});

test('what a client does with a library is seen in the page as it happens', async ({ page }) => {
  const walk = await openLink(page, '&depth=stages');
  await expect(strip(page)).toContainText('The run is a server’s');
  const api = client.makeApiClient(CoreV1Api);
  await api.createNamespacedPod({ namespace, body: podOf('web') });
  const pod = page.locator('[data-pod="default/web"]');
  await expect(pod).toHaveAttribute('data-status', 'Running', { timeout: 30_000 });
  const read = await api.readNamespacedPod({ namespace, name: 'web' });
  expect(read.status?.phase).toBe('Running');
  await walk.press('Home');
  await walk.press('ArrowRight');
  await expect(walk.caption).toContainText('POST /api/v1/namespaces/default/pods');
  expect(walk.problems).toEqual([]);
});

test('the page pauses the world while clients wait, steps it, and lets it go on', async ({
  page,
}) => {
  await openLink(page);
  await strip(page).getByRole('button', { name: 'Pause the world' }).click();
  await expect(strip(page)).toContainText('Clients wait');
  let answered = false;
  const api = client.makeApiClient(CoreV1Api);
  const making = api.createNamespacedPod({ namespace, body: podOf('later') }).then(() => {
    answered = true;
  });
  // The page comes to the moment at which the world stands.
  await page.waitForTimeout(500);
  const stood = await clock(page).textContent();
  await page.waitForTimeout(500);
  expect(await clock(page).textContent()).toBe(stood);
  expect(answered).toBe(false);
  await strip(page).getByRole('button', { name: 'Step 1.00 s' }).click();
  await making;
  await expect(clock(page)).not.toHaveText(stood ?? '');
  await strip(page).getByRole('button', { name: 'Let it go on' }).click();
  await expect(strip(page)).toContainText('The run is a server’s');
});

test('a command that is typed in the page is done in the served run, for all', async ({
  page,
  context,
}) => {
  const walk = await openLink(page);
  const other = await context.newPage();
  await openLink(other);
  await expect(strip(page)).toContainText('Pages that watch: 2.');
  await walk.input.fill('kubectl create namespace class');
  await walk.input.press('Enter');
  await expect(page.getByTestId('transcript')).toContainText('namespace/class created');
  await expect(other.getByTestId('transcript')).toContainText('namespace/class created');
  const { items } = await client.makeApiClient(CoreV1Api).listNamespace();
  expect(items.map(({ metadata }) => metadata?.name)).toContain('class');
});

test('who looks back does not stop the world, and comes back to its head', async ({ page }) => {
  const walk = await openLink(page);
  const live = page.getByRole('button', { name: 'Live', exact: true });
  await expect(live).toHaveAttribute('aria-pressed', 'true');
  const api = client.makeApiClient(CoreV1Api);
  await api.createNamespacedPod({ namespace, body: podOf('before') });
  await expect(page.locator('[data-pod="default/before"]')).toBeVisible();
  await walk.press('ArrowLeft', 2);
  await expect(live).toHaveAttribute('aria-pressed', 'false');
  await api.createNamespacedPod({ namespace, body: podOf('meanwhile') });
  await expect(page.locator('[data-pod="default/meanwhile"]')).toHaveCount(0);
  await walk.press('End');
  await expect(page.locator('[data-pod="default/meanwhile"]')).toBeVisible();
});

test('another site gets no run with a guessed token, and says what to do', async ({ page }) => {
  await page.goto(`${link.replace(/served=.*/, 'served=guessed')}&lang=en`);
  await expect(page.getByRole('alert')).toContainText('The server of this run does not answer');
  await page.getByRole('link', { name: 'Open a cluster in this page instead' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a lost connection is said in a sentence, and the run stays', async ({ page }) => {
  const walk = await openLink(page);
  const api = client.makeApiClient(CoreV1Api);
  await api.createNamespacedPod({ namespace, body: podOf('last') });
  await expect(page.locator('[data-pod="default/last"]')).toBeVisible();
  // The page has fetched its parts, as the server will not be there for them.
  await expect(page.locator('html')).toHaveAttribute('data-parts', 'there', { timeout: 30_000 });
  await server.stop();
  await expect(page.getByRole('alert')).toContainText('The connection to the server is lost.');
  await expect(page.locator('[data-pod="default/last"]')).toBeVisible();
  await walk.press('ArrowLeft');
  await page.getByRole('button', { name: 'Connect again' }).click();
  await expect(page.getByRole('alert')).toContainText('The connection to the server is lost.');
});
