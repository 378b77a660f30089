/** Lessons: opened from the site, from a file and from a link; and hostile ones. */
import { expect, type Page, test } from '@playwright/test';
import { contentSecurityPolicy } from '../scripts/vite/content-security-policy.ts';
import { SiteServer } from './support/site-server.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

const hostile = `podyssey: lesson/v1
meta: { title: '<b id=x>Title</b>' }
scenario: create-deployment
drive:
  - run: kubectl create deployment web --image=nginx
beats:
  - id: enter
    at: person/enter
    caption: |-
      <img src=x onerror="document.title='owned'"> **bold** [go](javascript:alert) [k8s](https://kubernetes.io/)
`;

let site: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({ 'content-security-policy': contentSecurityPolicy });
});
test.afterAll(() => site.stop());

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ''], file ?? ''));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [name, text],
  );
}

test('a lesson of the site is shown, asks, and stays in the address', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto(`${site.address}?lesson=lessons/first-deployment.yaml`);
  const told = page.getByTestId('tour-beat');
  await expect(told).toContainText('Nothing runs yet', { timeout: 30_000 });
  await expect(told.locator('b')).toHaveText('kubectl');
  await expect(page.getByRole('button', { name: 'A wish is written down' })).toBeVisible();
  const next = page.getByRole('button', { name: 'Next', exact: true }).first();
  for (const words of ['record in etcd', 'was watching', 'two Pods missing']) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(told).toContainText(words, { useInnerText: true });
  }
  await expect(next).toBeVisible();
  await page.locator('.tour-buttons .btn').first().click();
  const question = page.getByTestId('question');
  await expect(question.locator('ol button')).toHaveCount(2);
  await question.locator('ol button').nth(1).click();
  await expect(question).toContainText('The scheduler fills the field in');
  await expect.poll(() => page.url()).toContain('lesson=lessons/first-deployment.yaml');
  await expect.poll(() => page.url()).toContain('step=');
  expect(new URL(page.url()).searchParams.get('tour')).toBeNull();
  expect(new URL(page.url()).hash).toBe('');
  expect(walk.problems).toEqual([]);
});

test('a dropped lesson is a link of its own, and its text is never HTML', async ({ page }) => {
  const walk = new WalkthroughPage(page);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await drop(page, 'mine.yaml', hostile);
  const told = page.getByTestId('tour-beat');
  await expect(told).toContainText('<img src=x', { timeout: 30_000 });
  await expect(told.locator('img')).toHaveCount(0);
  await expect(told.locator('b')).toHaveText('bold');
  await expect(told.locator('a')).toHaveCount(1);
  await expect(told.locator('a')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.locator('#x')).toHaveCount(0);
  await expect.poll(() => page.url()).toMatch(/#l=v1\./);

  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(told).toContainText('<img src=x', { timeout: 30_000 });
  expect(await page.title()).not.toBe('owned');
  expect(walk.problems).toEqual([]);
});

test('a lesson that cannot be shown says why, and the page goes on', async ({ page }) => {
  test.setTimeout(180_000);
  const walk = new WalkthroughPage(page);
  await page.goto(`${site.address}?seed=1`);
  await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  await drop(page, 'broken.yaml', hostile.replace('at: person/enter', 'html: x'));
  const dialog = page.getByRole('dialog', { name: /broken\.yaml/ });
  await expect(dialog).toContainText('beats.0 needs "at"');
  await expect(dialog).toContainText('Line 8');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  for (const frame of ['', 'embed/']) {
    for (const [address, name] of [
      ['?lesson=https://kubernetes.io/x.yaml', 'https://kubernetes.io/x.yaml'],
      ['#l=v1.AAAA', '#l='],
      ['?lesson=none.yaml', 'none.yaml'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${site.address}${frame}${address}`);
      if (frame !== '') await page.locator('.start').click();
      const notice = page.locator('.notice');
      await expect(notice).toContainText(`The lesson ${name} is not here`, { timeout: 30_000 });
      await page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
    }
  }
  const elsewhere = walk.problems.filter((problem) => !problem.includes('none.yaml'));
  expect(elsewhere.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('the format is published beside the site', async ({ page }) => {
  const response = await page.request.get(`${site.address}lesson.schema.json`);
  expect(await response.json()).toMatchObject({ title: 'Podyssey lesson' });
});
