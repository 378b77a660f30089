/**
 * The browsers that the tests drive: each is found, else installed by Debian's packages, else it is
 * said what to install. Chromium must be there; an engine beside it may be left out, aloud.
 */
import { downloadChromium, findTestChromium } from './chromium.mjs';
import { installDebian } from './debian.mjs';
import { findFirefox, findWebKit } from './other-engines.mjs';

/** @type {Record<string, { find: () => unknown, debian: readonly string[] }>} */
const engines = {
  Chromium: { find: findTestChromium, debian: ['chromium-headless-shell'] },
  Firefox: { find: findFirefox, debian: ['firefox-esr'] },
  WebKit: { find: findWebKit, debian: ['webkit2gtk-driver', 'xvfb'] },
};

/**
 * The engines that are not on this machine.
 *
 * @returns {Promise<readonly string[]>} their names
 */
export async function missingEngines() {
  const names = [];
  for (const [name, { find }] of Object.entries(engines)) {
    if ((await find()) === undefined) names.push(name);
  }
  return names;
}

/** Leaves the browsers on this machine. Throws an error that says what to install for Chromium. */
export async function ensureBrowsers() {
  const missing = await missingEngines();
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(', ')} for the browser tests …\n`);
  const packages = missing.flatMap((name) => engines[name]?.debian ?? []);
  const said = [await installDebian(packages)];
  // One that is in no list of this system must not keep the others away.
  if (said[0] !== '' && missing.length > 1) {
    for (const name of missing) said.push(await installDebian(engines[name]?.debian ?? []));
  }
  if ((await findTestChromium()) !== undefined) return;
  // Not every Debian and none of its descendants has the one without windows by itself.
  said.push(await installDebian(['chromium']));
  if ((await findTestChromium()) !== undefined) return;
  said.push(await downloadChromium());
  if ((await findTestChromium()) !== undefined) return;
  throw new Error(
    [
      ...new Set(said.filter((words) => words !== '')),
      'No Chromium was found and none could be installed.',
      'Install Chromium or Google Chrome (on Debian: apt-get install chromium),',
      'or set CHROMIUM_PATH to one that is already there, and run npm test again.',
    ].join('\n'),
  );
}

/**
 * What to say of the engines that the tests do without.
 *
 * @param {readonly string[]} missing
 */
export function leftOutWords(missing) {
  const packages = missing.flatMap((name) => engines[name]?.debian ?? []).join(' ');
  return `LEFT OUT: nothing was tested in ${missing.join(' and ')}. On Debian: apt-get install ${packages}`;
}
