// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { hostLang, hostTheme } from './host-look.ts';

const { documentElement: html, body } = document;

beforeEach(() => {
  for (const root of [html, body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name);
  }
});

describe('the page around a walkthrough', () => {
  it.each([
    ['data-theme', 'dark', 'dark'],
    ['data-theme', 'contrast', 'contrast'],
    ['data-md-color-scheme', 'slate', 'dark'],
    ['data-md-color-scheme', 'default', 'light'],
    ['data-bs-theme', 'light', 'light'],
    ['class', 'page dark', 'dark'],
    ['style', 'background-color: rgb(20, 20, 30)', 'dark'],
    ['style', 'background-color: rgb(250, 250, 250)', 'light'],
    ['style', 'color-scheme: dark', 'dark'],
  ])('with %s="%s" is %s', (name, value, theme) => {
    html.setAttribute(name, value);
    expect(hostTheme()).toBe(theme);
  });

  it('has the language of the nearest part that names one', () => {
    html.lang = 'en';
    body.innerHTML = '<section lang="ja"><p></p></section><p></p>';
    const [inside, outside] = body.querySelectorAll('p');
    expect(inside && hostLang(inside)).toBe('ja');
    expect(outside && hostLang(outside)).toBe('en');
  });
});
