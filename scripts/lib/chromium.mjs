/**
 * Finds a Chromium: CHROMIUM_PATH, a browser of the system, Playwright's own download. The browser
 * tests take one without windows first.
 */
import { existsSync } from 'node:fs';
import { chosenOr } from './chosen-path.mjs';
import { runPackage } from './command.mjs';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The same engine without the windows, menus and address bar of a browser, which nobody looks at in
 * a test: the browser tests together take about a tenth less of the processors with it.
 */
const shellPaths = ['/usr/bin/chromium-headless-shell'];

/**
 * The path of the Chromium that the browser tests drive, or undefined. Throws when CHROMIUM_PATH
 * names no file.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findTestChromium() {
  return chosenOr('CHROMIUM_PATH', [...shellPaths, ...systemPaths]) ?? (await playwrightChromium());
}

/**
 * The path of a Chromium as people have it on this machine, or undefined. Throws when CHROMIUM_PATH names no file.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  return chosenOr('CHROMIUM_PATH', systemPaths) ?? (await playwrightChromium());
}

/** Has Playwright download its own. Returns what it said when it could not. */
export async function downloadChromium() {
  const { code, output } = await runPackage('@playwright/test/cli.js', ['install', 'chromium']);
  return code === 0 ? '' : `Playwright said:\n${output}`;
}

// Imported late: this file is read before the packages are installed.
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
