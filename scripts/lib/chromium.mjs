/**
 * Finds the Chromium that the browser tests drive, or installs one.
 *
 * The order is CHROMIUM_PATH, a browser of the system, Playwright's own download. When there is
 * none: the Debian package if this is Debian and we are root, else Playwright's download.
 */
import { existsSync } from 'node:fs';
import { run, runPackage } from './command.mjs';

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
 * The path of a Chromium on this machine, or undefined. Throws when CHROMIUM_PATH names no file.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file.`);
  }
  return systemPaths.find((path) => existsSync(path)) ?? (await playwrightChromium());
}

/** Leaves a Chromium on this machine. Throws an error that says what to install. */
export async function ensureChromium() {
  if ((await findChromium()) !== undefined) return;
  process.stderr.write('Installing a Chromium for the browser tests …\n');
  const tried = [];
  for (const install of [installDebianPackage, installPlaywrightBrowser]) {
    tried.push(await install());
    if ((await findChromium()) !== undefined) return;
  }
  throw new Error(
    [
      ...tried.filter((said) => said !== ''),
      'No Chromium was found and none could be installed.',
      'Install Chromium or Google Chrome (on Debian: apt-get install chromium),',
      'or set CHROMIUM_PATH to one that is already there, and run npm test again.',
    ].join('\n'),
  );
}

// Imported late: this file is read before the packages are installed.
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function installDebianPackage() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return '';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  const first = await run('apt-get', install, { env });
  if (first.code === 0) return '';
  // A fresh machine has no package lists yet.
  await run('apt-get', ['update'], { env });
  const second = await run('apt-get', install, { env });
  return second.code === 0 ? '' : `apt-get said:\n${second.output}`;
}

async function installPlaywrightBrowser() {
  const { code, output } = await runPackage('@playwright/test/cli.js', ['install', 'chromium']);
  return code === 0 ? '' : `Playwright said:\n${output}`;
}
