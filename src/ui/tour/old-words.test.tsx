import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { locales } from '#i18n/locale';
import coverage from '#scenarios/tours/coverage.json' with { type: 'json' };
import { OldSentenceText } from './old-sentence.tsx';
import { inLanguage, type OldWords, readOldSentences } from './old-words.ts';

const files = import.meta.glob<OldWords>('../../i18n/coverage/*.json', {
  import: 'default',
  eager: true,
});
const others = locales.filter((locale) => locale !== 'en');

/** Names that look like plain words. */
const names = new Set(
  (
    'Pod Deployment Secret Lease Binding Service Raft etcd kubectl kubelet containerd kube-proxy ' +
    'metrics-server flannel host-local Prometheus Grafana Heapster Filter Score'
  ).split(' '),
);

/** A word with a digit, a capital inside, only capitals, or the signs of code. */
const code = /\d|[a-z][A-Z]|\w[._/=]\w|^--?\w|^[/~?]|^[A-Z]{3,}$/;

/** The words of an English statement that are the same in every language. */
function sameEverywhere(english: string): readonly string[] {
  const words = english
    .split(/[\s()"]+/)
    .map((word) => word.replace(/[.,:;]+$/, '').replace(/'s$|(?<=^[A-Z]\w*[A-Za-z])s$/, ''));
  return words.filter((word) => names.has(word) || code.test(word));
}

const digitWords = '〇一二三四五六七八九';

/** Whether a text has the name as a whole word: 100 has no 10. A digit may be written as a word. */
function has(text: string, name: string): boolean {
  if (/^\d$/.test(name) && text.includes(digitWords.charAt(Number(name)))) return true;
  const parts = text.split(name);
  return parts.some((after, at) => {
    const before = parts[at - 1];
    return before !== undefined && !(/\d$/.test(before) || /^\d/.test(after));
  });
}

const simplified = /[们这发现请从节规则应变说过东车马门见贝读该让选调试错误听]/u;
const notTaiwan = new RegExp(`${simplified.source}|[\\p{sc=Hira}\\p{sc=Kana}]`, 'u');

describe.each(others)('the old texts in %s', (locale) => {
  const words: OldWords = files[`../../i18n/coverage/${locale}.json`] ?? {};

  it('have words for every statement, and for nothing else', () => {
    const missing = coverage.filter(({ id }) => {
      const { says = '', now = '' } = words[id] ?? {};
      return says.trim() === '' || now.trim() === '';
    });
    const known = new Set(coverage.map(({ id }) => id));
    const stray = Object.keys(words).filter((id) => !known.has(id));
    expect({ missing: missing.map(({ id }) => id), stray }).toEqual({ missing: [], stray: [] });
  });

  it('keep the names of Kubernetes, the numbers and the code', () => {
    const lost = inLanguage(coverage, words, locale).flatMap(({ id, says, now }, at) => {
      const english = coverage[at];
      return [
        ...sameEverywhere(english?.says ?? '').filter((name) => !has(says, name)),
        ...sameEverywhere(english?.now ?? '').filter((name) => !has(now, name)),
      ].map((name) => `${id}: ${name}`);
    });
    expect(lost).toEqual([]);
  });

  it('are written in the characters of their language', () => {
    // Kana are Japanese; the others are characters that only the simplified script has.
    const foreign = { 'zh-CN': /[\p{sc=Hira}\p{sc=Kana}]/u, 'zh-TW': notTaiwan, ja: simplified };
    const found = Object.entries(words).filter(([, { says, now }]) =>
      foreign[locale].test(says + now),
    );
    expect(found).toEqual([]);
  });
});

describe('a statement of an old text', () => {
  it('appears in the language of the page', async () => {
    const [first] = await readOldSentences('ja');
    expect(first).toMatchObject({ id: '000.kubectl', lang: 'ja' });
    expect(first?.says).toMatch(/\p{sc=Hira}/u);
  });

  it('appears in English where a language has no words for it, and is marked as English', () => {
    const own = { '000.command': { says: 'はい', now: 'いいえ' } };
    const [first, second] = inLanguage(coverage, own, 'ja');
    expect(first).toEqual({ ...coverage[0], lang: 'en' });
    expect(second).toEqual({ ...coverage[1], says: 'はい', now: 'いいえ', lang: 'ja' });
  });

  it('is marked with its language, and its quote with the language of the old text', () => {
    const [, sentence] = inLanguage(coverage, { '000.command': { says: 'a', now: 'b' } }, 'ja');
    const shown = (of: typeof sentence): readonly (string | null)[] => {
      if (of === undefined) return [];
      const { container } = render(<OldSentenceText sentence={of} />);
      return [...container.querySelectorAll('[lang]')].map((part) => part.getAttribute('lang'));
    };
    expect(shown(sentence)).toEqual(['en', 'ja', 'ja']);
    expect(shown(inLanguage(coverage, {}, 'ja')[0])).toEqual(['zh-CN', 'en', 'en']);
  });
});
