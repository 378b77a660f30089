/**
 * The sites under e2e/hosts, which frame walkthroughs in their pages: how each generator is had and
 * how its site is built. What is built is kept under node_modules/.cache by a hash of all that it
 * is made from.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './command.mjs';
import { installDebian } from './debian.mjs';
import { ensurePackagesOf } from './dependencies.mjs';
import { fingerprintOf } from './fingerprint.mjs';

/**
 * @typedef {object} Host
 * @property {string} [component] what the site copies from the package
 * @property {string} [packages] folder whose node_modules holds the generator
 * @property {string} [entry] its script, in node_modules
 * @property {string} [command] a program of the system instead
 * @property {readonly string[]} [debian] the packages of Debian that hold it
 * @property {(out: string) => readonly string[]} args to build into a folder
 */

const folder = join(root, 'e2e/hosts');
const cache = join(root, 'node_modules/.cache/podyssey-hosts');

/** @type {Record<string, Host>} */
const hosts = {
  vitepress: {
    component: 'integrations/vitepress',
    // The same as the project's own pages have.
    packages: 'docs',
    entry: 'vitepress/bin/vitepress.js',
    args: (out) => ['build', '.', '--outDir', out],
  },
  starlight: {
    component: 'integrations/astro',
    packages: 'e2e/hosts/starlight',
    entry: 'astro/astro.js',
    args: (out) => ['build', '--outDir', out],
  },
  docusaurus: {
    component: 'integrations/docusaurus',
    packages: 'e2e/hosts/docusaurus',
    entry: '@docusaurus/core/bin/docusaurus.mjs',
    args: (out) => ['build', '--out-dir', out],
  },
  mkdocs: {
    command: 'mkdocs',
    debian: ['mkdocs', 'mkdocs-material'],
    args: (out) => ['build', '--quiet', '--site-dir', out],
  },
  hugo: { command: 'hugo', debian: ['hugo'], args: (out) => ['--quiet', '--destination', out] },
  sphinx: {
    command: 'sphinx-build',
    debian: ['python3-sphinx'],
    args: (out) => ['-q', '-W', '-b', 'html', '-d', `${out}.doctrees`, '.', out],
  },
};

export const hostNames = Object.keys(hosts);

/** The sites that are opened: all, or those that E2E_HOSTS names (`vitepress,hugo`). */
export function chosenHosts() {
  const chosen = process.env['E2E_HOSTS']?.split(',') ?? hostNames;
  // A wrong name would be a site that nobody opens.
  for (const name of chosen) hostOf(name);
  return chosen;
}

function hostOf(/** @type {string} */ name) {
  const host = hosts[name];
  if (host === undefined) throw new Error(`There is no host ${name}: ${hostNames.join(', ')}.`);
  return host;
}

/** Builds the sites of a run. Says nothing: the test of a site that fails builds it again. */
export async function prepareHosts() {
  for (const name of chosenHosts()) await buildHost(name).catch(() => undefined);
}

/**
 * Builds a site unless it is built.
 *
 * @param {string} name
 * @returns {Promise<{ site: string } | { missing: string }>} the folder of the site, or why its
 *   generator cannot be had. Throws when a generator that is there fails.
 */
export async function buildHost(name) {
  const host = hostOf(name);
  const site = join(cache, name);
  const stamp = `${site}.hash`;
  const wanted = hashOf(name, host);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { site };
  const generator = await generatorOf(host);
  if ('missing' in generator) return generator;
  for (const path of [site, stamp, `${site}.doctrees`])
    rmSync(path, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  layComponent(name, host.component);
  const { code, output } = await run(generator.file, [...generator.args, ...host.args(site)], {
    cwd: join(folder, name),
    env: quiet,
  });
  if (code !== 0) throw new Error(`The site of ${name} was not built:\n${output}`);
  writeFileSync(stamp, wanted);
  return { site };
}

/** Copies the component of the package into the site, as its owner would. */
function layComponent(/** @type {string} */ name, /** @type {string | undefined} */ component) {
  const copy = join(folder, name, 'podyssey');
  rmSync(copy, { recursive: true, force: true });
  if (component !== undefined) cpSync(join(root, component), copy, { recursive: true });
}

/** No generator asks, counts its users or looks for a newer self. */
const quiet = {
  CI: 'true',
  DO_NOT_TRACK: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_UPDATE_NOTIFIER: '1',
  PYTHONDONTWRITEBYTECODE: '1',
};

/**
 * @param {Host} host
 * @returns {Promise<{ file: string, args: readonly string[] } | { missing: string }>}
 */
async function generatorOf({ packages, entry, command = '', debian = [] }) {
  if (packages !== undefined && entry !== undefined) {
    try {
      const modules = await ensurePackagesOf(packages);
      return { file: process.execPath, args: [join(modules, entry)] };
    } catch (error) {
      // The words of npm, in one line.
      const words = error instanceof Error ? error.message : String(error);
      return { missing: words.replace(/\s+/g, ' ').slice(0, 300) };
    }
  }
  const said = isOnPath(command) ? '' : await installDebian(debian);
  if (isOnPath(command)) return { file: command, args: [] };
  return { missing: `${command} is not on PATH, and ${said}` };
}

const isOnPath = (/** @type {string} */ command) =>
  (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, command)));

/** @param {string} name @param {Host} host */
function hashOf(name, { packages }) {
  const lock = packages === undefined ? [] : [`${packages}/package-lock.json`];
  return fingerprintOf([`e2e/hosts/${name}`, 'integrations', 'scripts/lib/hosts.mjs', ...lock]);
}
