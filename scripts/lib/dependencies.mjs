/**
 * Installs the packages of the lock file when they are missing or stale.
 *
 * Runs before anything is installed, so it uses nothing but Node.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';

const packages = join(root, 'node_modules');
const stamp = join(packages, '.stamp');

/**
 * Leaves node_modules as the lock file says. Throws when npm cannot install, or would install into
 * the node_modules of another checkout.
 */
export async function ensureDependencies() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  refuseSymbolicLink();
  process.stderr.write('Installing the packages of package-lock.json …\n');
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`npm ci failed. It said:\n${output}`);
  // npm ci empties node_modules, so the stamp comes after it.
  writeFileSync(stamp, wanted);
}

// `npm ci` empties node_modules first. Through a symbolic link it would empty the packages of the
// checkout that the link leads to, under whatever runs there.
function refuseSymbolicLink() {
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Error(
    'node_modules is a symbolic link and its packages are not those of package-lock.json. ' +
      'Remove the link, or install where it leads.',
  );
}

// Native packages differ by platform, so the lock file alone does not name an installation.
function fingerprint() {
  const [major] = process.versions.node.split('.');
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`\n${major} ${process.platform} ${process.arch}\n`)
    .digest('hex');
}

// Under npm its own entry is known, which spares a search of PATH and runs the same version.
function npm(/** @type {readonly string[]} */ args) {
  const entry = process.env['npm_execpath'];
  return entry?.endsWith('.js') ? run(process.execPath, [entry, ...args]) : run('npm', args);
}
