import { describe, expect, it } from 'vitest';
import { readAddress } from '#embed/parameters';
import { addressOf } from './address.ts';

describe('the address of the page', () => {
  it('names the run', () => {
    expect(readAddress('?scenario=run-pod&seed=7')).toMatchObject({ scenario: 'run-pod', seed: 7 });
    expect(readAddress('')).toMatchObject({ scenario: 'create-deployment', seed: 1 });
  });

  it.each(['x', '-1', '1.5', '4294967296'])('refuses the seed %o', (seed) => {
    expect(readAddress(`?seed=${seed}`)).toMatchObject({ seed: undefined, seedText: seed });
  });

  it('keeps parameters that it does not know', () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    const step = 'kube-scheduler/score/default/nginx~2';
    expect(addressOf('http://x.test/p/?lang=zh-CN#a', recording, { step, hash: 's=v1.x' })).toBe(
      'http://x.test/p/?lang=zh-CN&scenario=run-pod&seed=2&step=kube-scheduler/score/default/nginx~2&v=1#s=v1.x',
    );
  });

  it('contains the open room and the language', () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    const place = { step: undefined, hash: '', view: 'etcd', lang: 'zh-CN' };
    const href = addressOf('http://x.test/?t=3&chapter=two&lang=en', recording, place);
    expect(readAddress(new URL(href).search)).toMatchObject({ view: 'etcd', lang: 'zh-CN' });
    expect(href).not.toMatch(/[?&](t|chapter)=/);
    expect(addressOf(href, recording, { step: undefined, hash: '' })).not.toContain('view');
  });

  it("contains the looped range, and keeps its author's range until a person changes it", () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    const place = { step: undefined, hash: '', view: 'node-1/module:pleg' };
    const first = addressOf('http://x.test/?loop=1&panel=diff', recording, place);
    expect(first).toContain('view=node-1/module:pleg');
    expect(readAddress(new URL(first).search)).toMatchObject({ loop: {}, panel: 'diff' });
    const looped = addressOf(first, recording, { ...place, loop: 'a/b..c/d~2', panel: 'etcd' });
    expect(readAddress(new URL(looped).search)).toMatchObject({
      loop: { from: 'a/b', to: 'c/d~2' },
      panel: 'etcd',
    });
    expect(addressOf(looped, recording, { ...place, loop: '' })).not.toContain('loop');
  });

  it('reads back the step that it was given, and forgets it at the start', () => {
    const recording = { scenario: 'run-pod', seed: 2, inputs: [] };
    const step = 'etcd/commit/a b&c';
    const href = addressOf('http://x.test/', recording, { step, hash: '' });
    expect(readAddress(new URL(href).search).step).toBe(step);
    expect(addressOf(href, recording, { step: undefined, hash: '' })).not.toContain('step');
  });
});
