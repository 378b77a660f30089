/** The example page of `integrations/lms`: what a learner does becomes statements in a record store. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';

interface Statement {
  readonly actor: object;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: object;
}

const actor = { mbox: 'mailto:learner@example.com' };
const launch = new URLSearchParams({
  endpoint: 'https://store.example/xapi/',
  auth: 'Basic abc',
  actor: JSON.stringify(actor),
  activity_id: 'https://school.example/kubernetes',
  tour: 'short-walk',
  lang: 'en',
  speed: '8',
});

test('a launched walkthrough tells the record store what was answered and completed', async ({
  page,
}) => {
  const site = await SiteServer.start({});
  const text = readFileSync('integrations/lms/xapi.html', 'utf8');
  const host = await SiteServer.start(
    {},
    { '/xapi.html': text.replace('https://podyssey.example/', site.address) },
  );
  const problems = problemsOf(page);
  const statements: Statement[] = [];
  await page.route('https://store.example/xapi/statements', async (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (route.request().method() === 'POST') {
      expect(route.request().headers()).toMatchObject({
        authorization: 'Basic abc',
        'x-experience-api-version': '1.0.3',
      });
      statements.push(route.request().postDataJSON() as Statement);
    }
    await route.fulfill({ status: 200, headers, json: [] });
  });
  try {
    await page.goto(new URL(`/xapi.html?${launch}`, host.address).href);
    const frame = page.frameLocator('podyssey-walkthrough iframe');
    await frame.locator('.start').click();
    await frame.locator('html[data-trace-hash]').waitFor({ timeout: 30_000 });
    await frame.getByRole('button', { name: 'Play', exact: true }).click();
    const question = frame.getByTestId('question');
    await question.getByRole('button', { name: 'None' }).click({ timeout: 30_000 });
    await expect.poll(() => statements.length).toBe(1);
    expect(statements[0]).toMatchObject({
      actor,
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
      object: { id: expect.stringMatching(/^https:\/\/school\.example\/kubernetes#./) },
      result: { response: expect.stringMatching(/^\d$/) },
    });
    await frame.locator('.caption').click();
    await page.keyboard.press('End');
    await expect
      .poll(() => statements.map(({ verb }) => verb.id))
      .toContain('http://adlnet.gov/expapi/verbs/completed');
    await expect(page.getByRole('status')).toHaveText('');
    expect(problems).toEqual([]);
  } finally {
    site.stop();
    host.stop();
  }
});
