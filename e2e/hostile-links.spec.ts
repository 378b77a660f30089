/** Links from strangers: whatever they ask for, the page answers, and goes on answering. */
import { expect, test } from '@playwright/test';
import { everyEngine } from './support/every-engine.ts';
import { addressOfLink, hostileLinks } from './support/hostile-links.ts';
import { WalkthroughPage } from './support/walkthrough-page.ts';

test.describe('a link with', everyEngine, () => {
  // The run of a link and that of the next command, each to its end.
  test.describe.configure({ timeout: 120_000 });

  for (const link of hostileLinks) {
    test(`${link.about} runs to its end, and the page takes the next command`, async ({ page }) => {
      const walk = new WalkthroughPage(page);
      await walk.open(await addressOfLink(link));
      await walk.settled();
      await expect(page.getByRole('alert')).toBeHidden();
      await walk.overview.press('End');
      for (const words of link.says) await expect(page.locator('body')).toContainText(words);
      await walk.run('kubectl version');
      await expect(walk.transcript()).toContainText('Server Version: v1.36');
      expect(walk.problems).toEqual([]);
    });
  }
});
