import { describe, expect, it } from 'vitest';
import golden from './golden-links.json' with { type: 'json' };
import { opens } from './opens.ts';

const at = (link: string, framed = false): string => {
  const { search, hash } = new URL(link, 'https://example.org/');
  return opens({ search, hash }, framed);
};

describe('an address', () => {
  it.each([
    '',
    '?',
    '?lang=ja',
    '?lang=zh-CN&theme=dark&motion=off',
    '?utm_source=news',
    '?v=1',
    '#more',
  ])('opens the front door when it names nothing to see: %s', (link) =>
    expect(at(link)).toBe('front'),
  );

  it('opens it at what else there is to see where it names the old page of all scenarios', () => {
    expect(at('?view=gallery&lang=ja')).toBe('front');
  });

  it.each([
    ...['?scenario=run-pod', '?seed=7', '?tour=short-walk', '?lesson=lessons/first.yaml'],
    ...['?step=etcd/commit', '?t=2', '?depth=stages', '?view=etcd', '?panel=http', '?present=1'],
    ...['?autoplay=1', '?loop=1', '?bp=etcd', '?build=1', '#s=v1.AAAA', '#l=v1.AAAA', '#broken'],
  ])('opens the run when it names one, or a place in it: %s', (link) => {
    expect(at(link)).toBe('run');
  });

  it('opens the run in a frame, whatever it names', () => {
    expect(at('', true)).toBe('run');
  });

  it.each(['coverage', 'speaker'])('opens a page beside the walkthrough: %s', (view) => {
    expect(at(`?view=${view}&lang=en`)).toBe(view);
  });

  it('opens the run where it was given away with one', () => {
    expect(golden.filter(({ link }) => at(link) !== 'run')).toEqual([]);
  });
});
