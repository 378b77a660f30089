/** Debian's packages, where this is a Debian and we may install them. */
import { existsSync } from 'node:fs';
import { run } from './command.mjs';

/**
 * Installs packages by apt-get, as root on Debian or what descends from it, and does nothing else.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string>} why they are not installed; empty when they are
 */
export async function installDebian(packages) {
  if (!existsSync('/etc/debian_version')) return 'this is no Debian to install it on';
  if (process.getuid?.() !== 0) return `only root may apt-get install ${packages.join(' ')}`;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if ((await run('apt-get', install, { env })).code === 0) return '';
  // A fresh machine has no package lists yet.
  await run('apt-get', ['update'], { env });
  const { code, output } = await run('apt-get', install, { env });
  return code === 0 ? '' : `apt-get says: ${output.trim().split('\n').at(-1)}`;
}
