/**
 * Installs the packages of the lock file when they are missing or stale.
 *
 * Runs before anything is installed, so it uses nothing but Node.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';

/** Leaves the project's own node_modules as the lock file says; throws as `ensurePackagesOf` does. */
export async function ensureDependencies() {
  await ensurePackagesOf('.');
}

/**
 * Leaves a folder's node_modules as its lock file says. Throws when npm cannot install, or would
 * install into the node_modules of another checkout.
 *
 * @param {string} folder below the root
 * @returns {Promise<string>} its node_modules
 */
export async function ensurePackagesOf(folder) {
  const packages = join(root, folder, 'node_modules');
  const stamp = join(packages, '.stamp');
  const wanted = fingerprint(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return packages;
  refuseSymbolicLink(packages);
  const lock = join(folder, 'package-lock.json');
  process.stderr.write(`Installing the packages of ${lock} …\n`);
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const { code, output } = await npm(flags, join(root, folder));
  if (code !== 0) throw new Error(`npm ci failed. It said:\n${output}`);
  // npm ci empties node_modules, so the stamp comes after it.
  writeFileSync(stamp, wanted);
  return packages;
}

// `npm ci` empties node_modules first. Through a symbolic link it would empty the packages of the
// checkout that the link leads to, under whatever runs there.
function refuseSymbolicLink(/** @type {string} */ packages) {
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Error(
    'node_modules is a symbolic link and its packages are not those of package-lock.json. ' +
      'Remove the link, or install where it leads.',
  );
}

// Native packages differ by platform, so the lock file alone does not name an installation.
function fingerprint(/** @type {string} */ folder) {
  const [major] = process.versions.node.split('.');
  return createHash('sha256')
    .update(readFileSync(join(root, folder, 'package-lock.json')))
    .update(`\n${major} ${process.platform} ${process.arch}\n`)
    .digest('hex');
}

/**
 * Runs npm in a folder. Under npm its own entry is known, which spares a search of PATH and runs the
 * same version.
 *
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export function npm(args, cwd) {
  const entry = process.env['npm_execpath'];
  const [file, first] = entry?.endsWith('.js') ? [process.execPath, [entry]] : ['npm', []];
  return run(file, [...first, ...args], { cwd });
}
