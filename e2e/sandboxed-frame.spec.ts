/** The whole page inside a frame without an origin of its own, as documentation sites embed foreign pages. */
import { expect, test } from '@playwright/test';
import { SiteServer } from './support/site-server.ts';

test('the simulator runs in a sandboxed frame that may only run scripts', async ({ page }) => {
  const site = await SiteServer.start(
    {},
    {
      '/': `<!doctype html><title>Docs</title>
        <iframe sandbox="allow-scripts" src="sub/path/index.html" width="1200" height="800"></iframe>`,
    },
  );
  await page.goto(new URL('/', site.address).href);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('node-3').first()).toBeVisible();
  await expect(frame.getByRole('alert')).toHaveCount(0);
  site.stop();
});
