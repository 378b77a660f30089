/** User story 10: a Pod that no node takes says why, in the scheduler's own words. */
import { expect, test } from '@playwright/test';
import { WalkthroughPage } from '../support/walkthrough-page.ts';

test('the card of a Pending Pod holds the reason and the message of FailedScheduling', async ({
  page,
}) => {
  const walk = new WalkthroughPage(page);
  await walk.open('?lang=en');
  await walk.run('kubectl taint nodes node-1 node-2 node-3 team=blue:NoSchedule');
  await walk.press('End');
  await walk.run('kubectl create deployment lonely --image=nginx');
  await walk.press('End');
  const card = page.getByTestId('pending');
  await expect(card.getByRole('heading')).toContainText(/^Why lonely-\S+ is Pending$/);
  await expect(card).toContainText('Unschedulable');
  await expect(card).toContainText('0/3 nodes are available: 3 node(s) had untolerated taint(s)');
  await card.getByRole('button', { name: /FailedScheduling/ }).click();
  await walk.press('y');
  await expect(page.getByRole('tabpanel')).toContainText('FailedScheduling');
  await walk.press('c');
  await walk.press('End');
  await walk.run('kubectl taint nodes node-2 team-');
  await walk.press('End');
  await expect(card).toHaveCount(0);
  await expect(walk.pods('Running')).toHaveCount(1);
  expect(walk.problems).toEqual([]);
});
