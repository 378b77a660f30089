import { describe, expect, it } from 'vitest';
import { elementSnippet, frameSnippet, imageSnippet } from './snippets.ts';

const address =
  'https://site.example/p/?scenario=run-pod&seed=2&theme=dark&step=etcd/commit/a~2&lang=en&v=1#s=v1.abc-_';

/** The one element of a name in a snippet, as a page would read it; a frame is not loaded. */
function parsed(html: string, name: string): Element {
  const still = html.replaceAll('iframe', 'x-frame');
  const found = new DOMParser().parseFromString(still, 'text/html').querySelector(name);
  if (found === null) throw new Error(`no ${name} in ${html}`);
  return found;
}

describe('the snippet for another page', () => {
  it('is a frame with the same run at the same step', () => {
    const frame = parsed(frameSnippet(address, 'A "title" & more'), 'x-frame');
    const url = new URL(frame.getAttribute('src') ?? '');
    expect(url.pathname).toBe('/p/embed/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      scenario: 'run-pod',
      seed: '2',
      step: 'etcd/commit/a~2',
      lang: 'en',
      v: '1',
      ui: 'std',
    });
    expect(url.hash).toBe('#s=v1.abc-_');
    expect(frame.getAttribute('title')).toBe('A "title" & more');
    expect(frame.getAttribute('loading')).toBe('lazy');
  });

  it('is an element whose attributes give the place, with a link for readers without scripts', () => {
    const html = elementSnippet(address, '<b>');
    const own = parsed(html, 'podyssey-walkthrough');
    expect(own.getAttribute('step')).toBe('etcd/commit/a~2');
    expect(own.getAttribute('s')).toBe('v1.abc-_');
    expect(own.querySelector('a')?.getAttribute('href')).toBe(address);
    expect(own.querySelector('b')).toBeNull();
    expect(html).toContain('src="https://site.example/p/element.js"');
  });

  it('carries a lesson, and a cluster of one’s own, in the frame and in the element', () => {
    for (const [name, value] of [
      ['l', 'v1.le-ss_on'],
      ['s', 'w1.cluster'],
    ]) {
      const here = address.replace(/#.*/, `#${name}=${value}`);
      const own = parsed(elementSnippet(here, 'A lesson'), 'podyssey-walkthrough');
      expect(own.getAttribute(name ?? '')).toBe(value);
      const frame = parsed(frameSnippet(here, 'A lesson'), 'x-frame');
      expect(new URL(frame.getAttribute('src') ?? '').hash).toBe(`#${name}=${value}`);
    }
  });

  it('is a picture with a link where neither scripts nor frames are allowed', () => {
    expect(imageSnippet(address, 'A [b]')).toBe(
      `[![A \\[b\\]](https://site.example/p/poster.svg)](${address})`,
    );
  });
});
