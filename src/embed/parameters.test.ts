import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterNames } from './parameter-names.ts';
import { readAddress } from './parameters.ts';

describe('the parameters of an address', () => {
  it('are all read', () => {
    const query =
      '?scenario=run-pod&seed=7&tour=loss&lesson=lessons/a.yaml&chapter=two&t=1.5s' +
      '&step=etcd/commit/pods/default/nginx' +
      '&speed=2&autoplay=1&loop=kubectl/send..etcd/commit&theme=dark&lang=zh-CN&view=etcd' +
      '&focus=node-1&follow=0&ui=min&panel=diff&quiz=0&keys=0&motion=off&bp=verb:create&depth=stages&v=1';
    const named = [...new URLSearchParams(query).keys()].sort();
    expect(named).toEqual([...parameterNames].sort());
    expect(readAddress(query)).toEqual({
      scenario: 'run-pod',
      seed: 7,
      seedText: '7',
      tour: 'loss',
      chapter: 'two',
      lesson: 'lessons/a.yaml',
      step: 'etcd/commit/pods/default/nginx',
      t: 1.5,
      depth: 'stages',
      speed: 2,
      autoplay: true,
      loop: { from: 'kubectl/send', to: 'etcd/commit' },
      theme: 'dark',
      lang: 'zh-CN',
      view: 'etcd',
      focus: 'node-1',
      follow: false,
      ui: 'min',
      panel: 'diff',
      quiz: false,
      keys: false,
      motion: 'off',
      bp: 'verb:create',
      v: '1',
    });
  });

  it('count as not given when they are unknown, too long or none of their values', () => {
    const long = 'x'.repeat(1000);
    expect(
      readAddress(`?theme=pink&ui=huge&speed=fast&t=-1&loop=a&autoplay=yes&step=${long}&more=1`),
    ).toEqual(readAddress(''));
  });

  it('are brought into their range', () => {
    expect(readAddress('?speed=100&t=999999')).toMatchObject({ speed: 8, t: 86_400 });
    expect(readAddress('?speed=0')).toMatchObject({ speed: 0.25 });
    expect(readAddress('?loop=..b').loop).toEqual({ from: undefined, to: 'b' });
    expect(readAddress('?loop=1').loop).toEqual({ from: undefined, to: undefined });
  });

  it('never make the reader fail, whatever they are', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('__proto__', '%', '..', '1e9', '-0'));
    const pairs = fc.array(fc.tuple(fc.constantFrom(...parameterNames), value));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pairs.map((all) => all.map((p) => p.join('=')).join('&')),
        ),
        (search) => {
          const { seed, speed = 1, t = 0 } = readAddress(search);
          expect(seed === undefined || seed <= 0xffff_ffff).toBe(true);
          expect(speed >= 0.25 && speed <= 8 && t >= 0).toBe(true);
        },
      ),
    );
  });
});
