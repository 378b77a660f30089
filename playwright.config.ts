/**
 * How the browser tests run: against the built site, as a visitor gets it, all of them in Chromium.
 *
 * Those marked `everyEngine` (e2e/support) run in Firefox too, and webkit.spec.ts in WebKit: what may
 * differ by engine, and no more, for each costs its time again. An engine that is not on this
 * machine, or that `npm test` could not drive (E2E_WITHOUT), has no project; `npm test` says so.
 * `npm run e2e -- --project firefox` is one alone.
 *
 * `npm run e2e` builds first and picks a free port; on its own, Playwright serves dist on 4173, or
 * takes what is served there.
 */
import { defineConfig, type Project } from '@playwright/test';
import { everyEngine } from './e2e/support/every-engine.ts';
import { launchOfChromium, launchOfFirefox } from './e2e/support/launch.ts';
import { siteAddress } from './e2e/support/site-server.ts';
import { findTestChromium } from './scripts/lib/chromium.mjs';
import { findFirefox, findWebKit } from './scripts/lib/other-engines.mjs';

const port = Number(process.env['E2E_PORT'] ?? 4173);
const executablePath = await findTestChromium();
if (executablePath === undefined) throw new Error('No Chromium: run `npm run e2e`.');

/** WebKit has no driver in Playwright here: its tests speak to it themselves. */
const ofWebKit = 'webkit.spec.ts';

const chromium: Project = {
  name: 'chromium',
  testIgnore: ofWebKit,
  use: {
    browserName: 'chromium',
    // Every frame of a movement is drawn without a GPU here; what moves is tested in the few files
    // that ask for it.
    reducedMotion: 'reduce',
    launchOptions: launchOfChromium(executablePath),
  },
};

function otherEngines(): readonly Project[] {
  const leftOut = process.env['E2E_WITHOUT']?.split(',') ?? [];
  const firefox = leftOut.includes('Firefox') ? undefined : findFirefox();
  const webkit = leftOut.includes('WebKit') ? undefined : findWebKit();
  const projects: Project[] = [];
  if (webkit !== undefined) projects.push({ name: 'webkit', testMatch: ofWebKit });
  if (firefox !== undefined) {
    projects.push({
      name: 'firefox',
      grep: new RegExp(everyEngine.tag),
      use: {
        browserName: 'firefox',
        launchOptions: launchOfFirefox(firefox),
      },
    });
  }
  return projects;
}

export default defineConfig({
  testDir: 'e2e',
  // A page waits about half of its time; more pages than cores disturb each other.
  workers: 2,
  // Where it is decided, a test has a second try, and the summary names those that needed it.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  use: {
    baseURL: siteAddress(port),
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // A first visit keeps the whole site for later, which costs as much as the visit; it is told
    // and tested in offline.spec.ts.
    serviceWorkers: 'block',
  },
  projects: [chromium, ...otherEngines()],
  webServer: {
    command: `node node_modules/tsx/dist/cli.mjs e2e/support/serve-site.ts ${port}`,
    url: siteAddress(port),
    reuseExistingServer: process.env['E2E_PORT'] === undefined,
  },
});
