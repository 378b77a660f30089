/**
 * The browsers that the tests drive. Each is found, or installed by Debian's packages, or a message
 * says what to install; then each is tried. Chromium must work; another engine may be left out, and
 * the output says so.
 */
import { join } from 'node:path';
import { downloadChromium, findTestChromium } from './chromium.mjs';
import { root } from './command.mjs';
import { installDebian } from './debian.mjs';
import { findFirefox, findWebKit } from './other-engines.mjs';
import { faultOf } from './trial.mjs';

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => unknown} find
 * @property {readonly string[]} debian packages
 * @property {string} chosenBy the environment variable by which a person chooses another
 * @property {string} known a version that all tests were seen to pass with
 * @property {() => Promise<import('./trial.mjs').Command>} version
 */

/** @type {readonly Engine[]} */
const engines = [
  {
    name: 'Chromium',
    find: findTestChromium,
    debian: ['chromium-headless-shell'],
    chosenBy: 'CHROMIUM_PATH',
    known: '148',
    version: async () => ({ file: (await findTestChromium()) ?? '', args: ['--version'] }),
  },
  {
    name: 'Firefox',
    find: findFirefox,
    debian: ['firefox-esr'],
    chosenBy: 'FIREFOX_PATH',
    known: '153.7',
    version: async () => ({ file: findFirefox() ?? '', args: ['--version'] }),
  },
  {
    name: 'WebKit',
    find: findWebKit,
    debian: ['webkit2gtk-driver', 'xvfb'],
    chosenBy: 'WEBKIT_DRIVER_PATH',
    known: '2.50.6',
    // Neither the browser without a display nor its driver prints its version.
    version: async () => ({
      file: 'dpkg-query',
      args: ['--show', 'webkit2gtk-driver'],
    }),
  },
];

/** Leaves the browsers on this machine. Throws an error that says what to install for Chromium. */
export async function ensureBrowsers() {
  const missing = await missingEngines();
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  process.stderr.write(`Installing ${names} for the browser tests …\n`);
  const said = [await installDebian(missing.flatMap(({ debian }) => debian))];
  // A package that this system does not know must not stop the others from being installed.
  if (said[0] !== '' && missing.length > 1) {
    for (const { debian } of missing) said.push(await installDebian(debian));
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

async function missingEngines() {
  const missing = [];
  for (const engine of engines) if ((await engine.find()) === undefined) missing.push(engine);
  return missing;
}

/** @type {Promise<Readonly<Record<string, string>>> | undefined} */
let tried;

/**
 * What cannot be tested in, by the name of the engine, and a sentence for each that says why and what
 * to do. Every engine that is here is tried, once in a process; it takes a few seconds.
 *
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export function enginesToLeaveOut() {
  tried ??= tryAll();
  return tried;
}

async function tryAll() {
  /** @type {Record<string, string>} */
  const leftOut = {};
  // In turn: each is a browser with processes of its own, and the tests of the sources run meanwhile.
  for (const engine of engines) {
    const why = await reasonToLeaveOut(engine, { tryOut, install: update }).catch(
      (error) => `${engine.name} was not looked for: ${error.message}`,
    );
    if (why !== undefined) leftOut[engine.name] = why;
  }
  return leftOut;
}

function update(/** @type {readonly string[]} */ packages) {
  process.stderr.write(`Updating ${packages.join(', ')} for the browser tests …\n`);
  return installDebian(packages);
}

/** @param {Engine} engine */
async function tryOut({ name, version }) {
  return faultOf({
    drive: {
      file: process.execPath,
      args: [join(root, 'node_modules/tsx/dist/cli.mjs'), 'e2e/support/drive-engine.ts', name],
    },
    version: await version(),
    patience: 60_000,
  });
}

/**
 * Tries an engine. One that cannot be driven is updated where we may, and tried again.
 *
 * @param {Engine} engine
 * @param {{
 *   tryOut: (engine: Engine) => Promise<import('./trial.mjs').Fault | undefined>,
 *   install: (packages: readonly string[]) => Promise<string>,
 * }} means
 * @returns {Promise<string | undefined>} undefined when it can be tested in
 */
export async function reasonToLeaveOut(engine, { tryOut, install }) {
  const { name, find, debian, chosenBy } = engine;
  const toInstall = `on Debian: apt-get update && apt-get install ${debian.join(' ')}`;
  if ((await find()) === undefined) return `${name} is not on this machine (${toInstall})`;
  const fault = await tryOut(engine);
  if (fault === undefined) return undefined;
  // What a person has chosen stays as it is.
  if ((process.env[chosenBy] ?? '') !== '') {
    return `${faultWords(engine, fault)} Let ${chosenBy} name another.`;
  }
  const whyNot = await install(debian);
  const faultNow = whyNot === '' ? await tryOut(engine) : fault;
  if (faultNow === undefined) return undefined;
  const said = whyNot === '' ? 'this system has no newer one' : whyNot;
  return [
    faultWords(engine, faultNow),
    `It was not updated: ${said}.`,
    `Update it (${toInstall}), or name another by ${chosenBy}.`,
  ].join(' ');
}

/** @param {Engine} engine @param {import('./trial.mjs').Fault} fault */
function faultWords({ name, known }, { version, reason }) {
  const which = `${name} ${version || 'of an unknown version'}`;
  return `${which} cannot be driven (${reason}); ${known} is known to work.`;
}
