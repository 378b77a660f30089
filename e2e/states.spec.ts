import { expect, test } from '@playwright/test';
import { WalkthroughPage } from './support/walkthrough-page.ts';

test('a simulator that breaks says with which scenario and seed, and runs again', async ({
  page,
}) => {
  let broken = true;
  await page.route(/simulation\.worker.*\.js/, (route) =>
    broken
      ? route.fulfill({
          contentType: 'text/javascript',
          body: 'onmessage = () => { throw new Error("no such key"); }; postMessage({ type: "ready" });',
        })
      : route.continue(),
  );
  await page.goto('./?seed=99');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The simulator stopped with an error');
  await expect(alert).toContainText('no such key');
  await expect(alert).toContainText('scenario create-deployment, seed 99');
  await expect(alert.getByRole('button', { name: 'Run again' })).toBeVisible();
  broken = false;
  await page.reload();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await expect(alert).toBeHidden();
});

test('a simulator that does not answer is stopped, and the page goes on without the last input', async ({
  page,
}) => {
  // A worker that hangs as soon as a command is run, as an endless program would make it.
  const hang = `
    const listen = self.addEventListener.bind(self);
    listen('message', ({ data }) => {
      if (data.type === 'run' && data.recording.inputs.length > 0) for (;;);
    });`;
  await page.route(/simulation\.worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${hang}\n${await response.text()}` });
  });
  await page.goto('./?scenario=create-deployment');
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Command' }).fill('kubectl get nodes');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The simulator did not answer for 14 seconds', {
    timeout: 30_000,
  });
  await expect(alert).toContainText('kubectl get nodes');
  await alert.getByRole('button', { name: 'Go on without it' }).click();
  await expect(alert).toBeHidden();
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await expect(page.getByTestId('caption')).toContainText('The cluster is up and waits');
});

test('a browser without workers is told what is missing', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await page.goto('./');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('alert')).toContainText('It needs web workers');
  await expect(page.getByTestId('caption')).toContainText('There is no run to show');
});

test('an address that names nothing says what there is', async ({ page }) => {
  await page.goto('./?scenario=no-such-thing');
  await expect(page.getByRole('alert')).toContainText('There is no scenario “no-such-thing”');
  await page.goto('./?seed=many');
  await expect(page.getByRole('alert')).toContainText('“many” is not a seed');
  await page.getByRole('link', { name: 'One Pod, without a controller' }).click();
  await expect(page.getByRole('textbox', { name: 'Command' })).toHaveValue(/kubectl run/);
});

test('the page speaks Chinese, asks nobody else, and says how far it has started', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const walk = new WalkthroughPage(page);
  await page.goto('./?seed=1&lang=zh-CN&theme=dark');
  await expect(page.locator('.starting')).toContainText('集群正在启动');
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: '下一步', exact: true })).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(walk.problems).toEqual([]);
});
