/** A page whose own cluster has an open door: real clients act in the worker that is on the screen. */
import { readFileSync } from 'node:fs';
import { AppsV1Api, CoreV1Api, type KubeConfig, Watch } from '@kubernetes/client-node';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { type PackedProgram, startProgram } from './support/packed-program.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

let program: PackedProgram;
let link = '';
let client: KubeConfig;

test.beforeEach(async () => {
  program = await startProgram('bridge');
  ({ link, client } = program);
});
test.afterEach(() => program.stop());

const strip = (page: Page) => page.getByRole('region', { name: 'The door of this cluster' });
const live = (page: Page) => page.getByRole('button', { name: 'Live', exact: true });

async function openLink(page: Page, more = ''): Promise<WalkthroughPage> {
  const walk = new WalkthroughPage(page);
  await page.goto(`${link}&lang=en${more}`);
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready', { timeout: 30_000 });
  await expect(strip(page)).toContainText('The door is open', { timeout: 30_000 });
  return walk;
}

const namespace = 'default';
const labels = { app: 'web' };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
};
const podOf = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
});

/** Resolves when a watch has said that all replicas are ready. */
const watchUntilReady = (name: string, replicas: number): Promise<void> =>
  new Promise((resolve, reject) => {
    interface Seen {
      readonly metadata: { readonly name: string };
      readonly status?: { readonly readyReplicas?: number };
    }
    const seen = (_type: string, { metadata, status }: Seen): void => {
      if (metadata.name === name && status?.readyReplicas === replicas) resolve();
    };
    void new Watch(client)
      .watch('/apis/apps/v1/namespaces/default/deployments', {}, seen, reject)
      .catch(reject);
  });

test('a client’s Deployment becomes Ready in the page’s own cluster, which shows it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const walk = await openLink(page, '&depth=stages');
  await expect(live(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(strip(page)).toContainText('Nobody has come');
  const core = client.makeApiClient(CoreV1Api);
  expect((await core.listNamespacedPod({ namespace })).items).toEqual([]);
  await expect(strip(page)).toContainText('kubernetes-admin');
  await expectNoViolation(page, { part: '.served' });
  const ready = watchUntilReady('web', 2);
  await client.makeApiClient(AppsV1Api).createNamespacedDeployment({ namespace, body: deployment });
  await ready;
  const { items } = await core.listNamespacedPod({ namespace });
  const [name = ''] = items.map(({ metadata }) => metadata?.name);
  const log = await core.readNamespacedPodLog({ namespace, name });
  expect(log).toContain('start worker processes');
  await expect(page.locator(`[data-pod="default/${name}"]`)).toHaveAttribute(
    'data-status',
    'Running',
    { timeout: 30_000 },
  );
  // What is typed in the page is done in the same run.
  await walk.input.fill('kubectl get deployments');
  await walk.input.press('Enter');
  await expect(page.getByTestId('transcript')).toContainText('2/2');

  // The run as a file opens again as the same run, without a client.
  await strip(page).getByRole('button', { name: 'Close the door' }).click();
  await expect(strip(page)).toContainText('The door is closed');
  await live(page).click();
  await expect(live(page)).toHaveAttribute('aria-pressed', 'false');
  await walk.settled();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const saving = page.waitForEvent('download');
  // The token is for nobody else.
  await expect(page.locator('.share-dialog')).not.toContainText('door=');
  await page.locator('[data-export="saved"]').click();
  const saved = readFileSync(await (await saving).path());
  const { hash, inputs } = JSON.parse(saved.toString());
  expect(hash).toBe(await walk.settled());
  expect(JSON.stringify(inputs)).toContain('/apis/apps/v1/namespaces/default/deployments');
  await walk.open('?scenario=empty-cluster&lang=en');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const file = { name: 'run.json', mimeType: 'application/json', buffer: saved };
  await page.locator('.import input[type="file"]').setInputFiles(file);
  await expect(page.locator('html')).toHaveAttribute('data-trace-hash', hash, { timeout: 60_000 });
  expect(walk.problems).toEqual([]);
});

test('the time stands where somebody looks back, and clients wait for it', async ({ page }) => {
  const walk = await openLink(page);
  const core = client.makeApiClient(CoreV1Api);
  await core.createNamespacedPod({ namespace, body: podOf('before') });
  await expect(page.locator('[data-pod="default/before"]')).toBeVisible();
  await walk.press('ArrowLeft', 2);
  await expect(strip(page)).toContainText('The time stands');
  let answered = false;
  const making = core.createNamespacedPod({ namespace, body: podOf('later') }).then(() => {
    answered = true;
  });
  await page.waitForTimeout(1000);
  expect(answered).toBe(false);
  await strip(page).getByRole('button', { name: 'Let the time go on' }).click();
  await making;
  await expect(page.locator('[data-pod="default/later"]')).toBeVisible();
});

test('a door that somebody closes refuses clients, and opens again to the same cluster', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await openLink(page);
  const core = client.makeApiClient(CoreV1Api);
  await core.createNamespacedPod({ namespace, body: podOf('kept') });
  await strip(page).getByRole('button', { name: 'Close the door' }).click();
  await expect(strip(page)).toContainText('The door is closed');
  await expect(core.listNamespacedPod({ namespace })).rejects.toThrow('ServiceUnavailable');
  await strip(page).getByRole('button', { name: 'Open the door' }).click();
  await expect(strip(page)).toContainText('The door is open', { timeout: 30_000 });
  const { items } = await core.listNamespacedPod({ namespace });
  expect(items.map(({ metadata }) => metadata?.name)).toEqual(['kept']);
});

test('a page that reloads serves a new cluster, and one without its bridge says so', async ({
  page,
}) => {
  await openLink(page);
  const core = client.makeApiClient(CoreV1Api);
  await core.createNamespacedPod({ namespace, body: podOf('gone') });
  await page.reload();
  // A request waits for the page that comes.
  expect((await core.listNamespacedPod({ namespace })).items).toEqual([]);
  await expect(strip(page)).toContainText('The door is open', { timeout: 30_000 });
  await expect(page.locator('html')).toHaveAttribute('data-parts', 'there', { timeout: 30_000 });
  await program.stop();
  await expect(page.getByRole('alert')).toContainText('The connection to the bridge is lost');
});
