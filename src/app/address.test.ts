import { describe, expect, it } from 'vitest';
import { addressOf, readAddress } from './address.ts';

describe('the address of the page', () => {
  it('names the run', () => {
    expect(readAddress('?scenario=run-pod&seed=7')).toMatchObject({ scenario: 'run-pod', seed: 7 });
    expect(readAddress('')).toMatchObject({ scenario: 'create-deployment', seed: 1 });
  });

  it.each(['x', '-1', '1.5', '4294967296'])('refuses the seed %o', (seed) => {
    expect(readAddress(`?seed=${seed}`)).toMatchObject({ seed: undefined, seedText: seed });
  });

  it('keeps what it does not know', () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    expect(addressOf('http://x.test/p/?lang=zh-CN#a', recording)).toBe(
      'http://x.test/p/?lang=zh-CN&scenario=run-pod&seed=2#a',
    );
  });
});
