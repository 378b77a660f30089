/** What becomes of an engine that is here, is missing, or cannot be driven. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reasonToLeaveOut } from './browsers.mjs';
import type { Fault } from './trial.mjs';

const fault: Fault = { version: '140.10.2esr', reason: 'unknown command' };

const engine = {
  name: 'Firefox',
  find: (): string | undefined => '/usr/bin/firefox-esr',
  debian: ['firefox-esr'],
  chosenBy: 'PODYSSEY_TEST_PATH',
  known: '153.7',
  version: async () => ({ file: 'firefox-esr', args: ['--version'] }),
};

/** An engine whose trials end as given here, and a system whose installer answers this. */
function means(trials: readonly (Fault | undefined)[], said = '') {
  const left = [...trials];
  const installed: string[] = [];
  return {
    installed,
    tryOut: async () => left.shift(),
    install: async (packages: readonly string[]) => {
      installed.push(...packages);
      return said;
    },
  };
}

afterEach(() => vi.unstubAllEnvs());

describe('an engine', () => {
  it('that works is tested in, and nothing is installed', async () => {
    const given = means([undefined]);
    expect(await reasonToLeaveOut(engine, given)).toBeUndefined();
    expect(given.installed).toEqual([]);
  });

  it('that is missing is left out with what to install, and is not tried', async () => {
    const given = { ...means([]), tryOut: () => Promise.reject(new Error('tried')) };
    const why = await reasonToLeaveOut({ ...engine, find: () => undefined }, given);
    expect(why).toBe(
      'Firefox is not on this machine (on Debian: apt-get update && apt-get install firefox-esr)',
    );
  });

  it('that cannot be driven is updated and tried again', async () => {
    const given = means([fault, undefined]);
    expect(await reasonToLeaveOut(engine, given)).toBeUndefined();
    expect(given.installed).toEqual(['firefox-esr']);
  });

  it('that cannot be updated is left out with its version and what is needed', async () => {
    const given = means([fault], 'only root may apt-get install firefox-esr');
    expect(await reasonToLeaveOut(engine, given)).toBe(
      'Firefox 140.10.2esr cannot be driven (unknown command); 153.7 is known to work. ' +
        'It was not updated: only root may apt-get install firefox-esr. Update it (on Debian: ' +
        'apt-get update && apt-get install firefox-esr), or name another by PODYSSEY_TEST_PATH.',
    );
  });

  it('whose update is no better is left out as the newest there is', async () => {
    const why = await reasonToLeaveOut(engine, means([fault, fault]));
    expect(why).toContain('this system has no newer one');
  });

  it('that a person has chosen stays as it is', async () => {
    vi.stubEnv('PODYSSEY_TEST_PATH', '/opt/firefox');
    const given = means([fault, undefined]);
    expect(await reasonToLeaveOut(engine, given)).toContain('Let PODYSSEY_TEST_PATH name another.');
    expect(given.installed).toEqual([]);
  });
});
