/** Debian's packages, where this is a Debian and we may install them. */
import { existsSync } from 'node:fs';
import { run } from './command.mjs';

/**
 * @typedef {object} System
 * @property {() => boolean} isDebian
 * @property {() => boolean} isRoot
 * @property {typeof run} run
 */

/** @type {System} */
const thisMachine = {
  isDebian: () => existsSync('/etc/debian_version'),
  isRoot: () => process.getuid?.() === 0,
  run,
};

/** Installs or updates packages; as `debianInstaller` says. */
export const installDebian = debianInstaller(thisMachine);

/**
 * An installer that uses apt-get as root on Debian or what descends from it, and does nothing
 * elsewhere. A package that is there already is updated. The package lists are refreshed once, before
 * the first package: an old list leads to old versions, and a fresh machine has none.
 *
 * @param {System} system
 * @returns {(packages: readonly string[]) => Promise<string>} why they are not installed; empty when
 *   they are
 */
export function debianInstaller(system) {
  /** @type {Promise<unknown> | undefined} */
  let refreshed;
  /** @type {Promise<unknown>} One at a time: apt-get locks its files. */
  let last = Promise.resolve();
  // Another program may hold the lock for a while, on a machine that has just started.
  const patient = ['-o', 'DPkg::Lock::Timeout=120'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (/** @type {readonly string[]} */ ...args) =>
    system.run('apt-get', [...patient, ...args], { env });

  async function install(/** @type {readonly string[]} */ packages) {
    // Without a network the lists that are there must do: their result is reported below.
    refreshed ??= aptGet('update');
    await refreshed;
    const { code, output } = await aptGet('install', '-y', '--no-install-recommends', ...packages);
    return code === 0 ? '' : `apt-get says: ${output.trim().split('\n').at(-1)}`;
  }

  return async (packages) => {
    if (!system.isDebian()) return 'this is no Debian to install it on';
    if (!system.isRoot()) return `only root may apt-get install ${packages.join(' ')}`;
    const installed = last.then(() => install(packages));
    last = installed;
    return installed;
  };
}
