import { expect } from '@playwright/test';
import { test } from './support/deployed-page.ts';
import { everyEngine } from './support/every-engine.ts';
import { hashUnderNode } from './support/hash-under-node.ts';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test(
  'a run in the browser’s worker is the same, byte for byte, as under Node',
  everyEngine,
  async ({ walk }) => {
    const hash = await hashUnderNode('create-deployment', 42, createDeployment);
    expect(await walk.settled()).toBe(hash);
  },
);

test('another command or seed is another run, and the same again is the same again', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?seed=42');
  const started = await walk.settled();
  await walk.run(createDeployment);
  const hash = await walk.settled();

  // Another command at another moment, then the first one again at the start.
  await walk.press('5');
  await walk.run('kubectl scale deployment nginx --replicas=1');
  expect(await walk.settled()).not.toBe(hash);
  await walk.press('Home');
  await walk.run(createDeployment);
  expect(await walk.settled()).toBe(hash);

  await walk.open('?seed=43');
  expect(await walk.settled()).not.toBe(started);
  expect(walk.problems).toEqual([]);
});
