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
    const step = 'kube-scheduler/score/default/nginx~2';
    expect(addressOf('http://x.test/p/?lang=zh-CN#a', recording, { step, hash: 's=v1.x' })).toBe(
      'http://x.test/p/?lang=zh-CN&scenario=run-pod&seed=2&step=kube-scheduler/score/default/nginx~2#s=v1.x',
    );
  });

  it('reads back the step that it was given, and forgets it at the start', () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    const step = 'etcd/commit/a b&c';
    const href = addressOf('http://x.test/', recording, { step, hash: '' });
    expect(readAddress(new URL(href).search).step).toBe(step);
    expect(addressOf(href, recording, { step: undefined, hash: '' })).not.toContain('step');
  });
});
