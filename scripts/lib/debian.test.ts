/** Installing by apt-get, on a system that only records the commands it gets. */
import { describe, expect, it } from 'vitest';
import { debianInstaller } from './debian.mjs';

function systemWith({ isDebian = true, isRoot = true, broken = '' } = {}) {
  const asked: string[] = [];
  let running = 0;
  const install = debianInstaller({
    isDebian: () => isDebian,
    isRoot: () => isRoot,
    run: async (file, args) => {
      running++;
      expect(running, 'commands at the same time').toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      const words = args.filter((word) => !word.startsWith('-') && !word.includes('='));
      asked.push([file, ...words].join(' '));
      const isBroken = broken !== '' && words.includes(broken);
      return { code: isBroken ? 100 : 0, output: isBroken ? `first\nE: no ${broken}\n` : '' };
    },
  });
  return { asked, install };
}

describe('the installer of Debian’s packages', () => {
  it('refreshes the lists once, before the first package', async () => {
    const { asked, install } = systemWith();
    expect(await install(['chromium', 'xvfb'])).toBe('');
    expect(await install(['hugo'])).toBe('');
    expect(asked).toEqual([
      'apt-get update',
      'apt-get install chromium xvfb',
      'apt-get install hugo',
    ]);
  });

  it('lets no two of its commands run at the same time', async () => {
    const { asked, install } = systemWith();
    await Promise.all([install(['chromium']), install(['hugo'])]);
    expect(asked).toEqual(['apt-get update', 'apt-get install chromium', 'apt-get install hugo']);
  });

  it('installs by the lists that are there when they cannot be refreshed', async () => {
    const { install } = systemWith({ broken: 'update' });
    expect(await install(['hugo'])).toBe('');
  });

  it('says why a package is not installed', async () => {
    const { install } = systemWith({ broken: 'hugo' });
    expect(await install(['hugo'])).toBe('apt-get says: E: no hugo');
  });

  it('does nothing as another user, or on another system', async () => {
    const user = systemWith({ isRoot: false });
    expect(await user.install(['hugo'])).toBe('only root may apt-get install hugo');
    const other = systemWith({ isDebian: false });
    expect(await other.install(['hugo'])).toBe('this is no Debian to install it on');
    expect([...user.asked, ...other.asked]).toEqual([]);
  });
});
