/**
 * Finds the engines beside Chromium that the browser tests drive: a Firefox as people have it, and
 * WebKit as WebKitGTK's small browser with its driver, which needs a display that nobody sees.
 */
import { existsSync } from 'node:fs';
import { chosenOr } from './chosen-path.mjs';

const firefoxPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * The path of a Firefox on this machine, or undefined. Throws when FIREFOX_PATH names no file.
 *
 * @returns {string | undefined}
 */
export function findFirefox() {
  return chosenOr('FIREFOX_PATH', firefoxPaths);
}

/**
 * What WebKit is driven with, or undefined when a part of it is missing. Throws when
 * WEBKIT_DRIVER_PATH names no file.
 *
 * @returns {{ driver: string, browser: string, display: string } | undefined}
 */
export function findWebKit() {
  const driver = chosenOr('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  const display = '/usr/bin/Xvfb';
  if (driver === undefined || !existsSync(display)) return undefined;
  const browser = libraries.find((path) => existsSync(path));
  return browser === undefined ? undefined : { driver, browser, display };
}

/** Debian keeps the browser among the libraries, by the machine's architecture. */
const libraries = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map(
    (version) => `/usr/lib/${machine}-linux-gnu/${version}/MiniBrowser`,
  ),
);
