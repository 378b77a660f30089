/** One page for all tests of a file: loading it and the whole run costs more than what they do. */
import { type BrowserContextOptions, expect, test } from '@playwright/test';
import { WalkthroughPage } from './walkthrough-page.ts';

/**
 * The tests of this file follow each other on the page that `begin` is given before the first; after
 * the last it must have been healthy.
 */
export function shareOnePage(
  begin: (walk: WalkthroughPage) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  test.describe.configure({ mode: 'serial' });
  let walk: WalkthroughPage | undefined;

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext(options);
    walk = new WalkthroughPage(await context.newPage());
    await begin(walk);
  });

  test.afterAll(async () => {
    expect(walk?.problems).toEqual([]);
    await walk?.page.context().close();
  });
}
