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

test('a question is answered at the cursor: after the Pods run, and before', async () => {
  await walk.press('End');
  await walk.run('kubectl get pods -o wide');
  await expect(walk.transcript()).toContainText(
    /NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES/,
  );
  const rows = /nginx-7f8fbb96d-\w{5} +1\/1 +Running +0 +\S+ +10\.244\.\d\.\d+ +node-\d/g;
  await expect(walk.transcript()).toContainText('Running');
  const text = (await walk.transcript().textContent()) ?? '';
  expect(text.match(rows)).toHaveLength(3);
  await walk.press('5');
  await walk.run('kubectl get pods');
  await expect(walk.transcript()).toContainText(/NAME +READY +STATUS +RESTARTS +AGE\n/);
  await expect(walk.transcript()).toContainText(/nginx-7f8fbb96d-\w{5} +0\/1 /);
  await expect(walk.transcript()).not.toContainText('1/1');
});

test('a question in the middle of the run does not end the story of the first command', async () => {
  await walk.press('Home');
  await walk.run(createDeployment);
  await walk.press('5');
  const { step, steps } = await walk.position();
  await walk.run('kubectl get pods');
  const asked = await walk.position();
  expect(asked.step).toBeGreaterThan(step);
  expect(asked.steps - steps).toBeGreaterThan(0);
  expect(asked.steps - steps).toBeLessThan(12);
  await walk.press('End');
  await expect(walk.pods('Running')).toHaveCount(3);
  await expect(walk.caption).toContainText('3 of 3 Pods ready');
});

test('what kubectl does not know is its own error', async () => {
  await walk.run('kubectl fly');
  await expect(walk.transcript()).toContainText('error: unknown command "fly" for "kubectl"');
});

test('the arrow keys bring earlier commands back', async () => {
  await walk.input.focus();
  await walk.press('ArrowUp', 2);
  await expect(walk.input).toHaveValue('kubectl get pods');
  await walk.press('ArrowDown', 2);
  await expect(walk.input).toHaveValue('');
});

test('Tab completes, and does not hold the keyboard when there is nothing to complete', async () => {
  await walk.input.fill('kubectl desc');
  await walk.press('Tab');
  await expect(walk.input).toHaveValue('kubectl describe ');
  await walk.input.fill('');
  await walk.press('Tab');
  await expect(walk.input).not.toBeFocused();
});

test('stepping back takes the output back', async () => {
  await page.locator('.top-bar').click({ position: { x: 5, y: 5 } });
  await walk.press('Home');
  await expect(walk.transcript()).not.toContainText('nginx');
});

test('scaling at the cursor runs another story from there', async () => {
  await walk.press('End');
  const { steps } = await walk.position();
  await walk.run('kubectl scale deployment nginx --replicas=5');
  await walk.press('End');
  expect((await walk.position()).steps).toBeGreaterThan(steps);
  await expect(walk.transcript()).toContainText('deployment.apps/nginx scaled');
  await expect(page.locator('.diagram')).toContainText('5');
});
