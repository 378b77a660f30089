import { describe, expect, it } from 'vitest';
import english from './en.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import { preferredLocale } from './locale.ts';
import { locales } from './preferred-locale.ts';
import { type Catalog, richText, translate } from './t.ts';
import chinese from './zh-CN.json' with { type: 'json' };
import taiwanese from './zh-TW.json' with { type: 'json' };

const catalogs: Readonly<Record<(typeof locales)[number], Readonly<Record<string, string>>>> = {
  en: english,
  'zh-CN': chinese,
  'zh-TW': taiwanese,
  ja: japanese,
};

describe('a message', () => {
  it('has its holes filled', () => {
    const text = translate(english, 'chapter.of', { n: 2, total: 9 });
    expect(text).toBe('Chapter 2 of 9');
  });

  it('chooses its form by number', () => {
    const say = (watchers: number): string =>
      translate(english, 'caption.WatchCacheUpdated', { watchers });
    expect(say(1)).toContain('One watcher will be told');
    expect(say(4)).toContain('4 watchers will be told');
  });

  it('begins a sentence with a capital, unless it begins with a name', () => {
    const heard = (id: 'who.kube-scheduler' | 'who.outside' | 'who.kubectl') =>
      translate(english, 'title.WatchEventReceived', { who: { id }, object: 'Pod' });
    expect(heard('who.kube-scheduler')).toBe('The scheduler hears of Pod');
    expect(heard('who.outside')).toBe('A client outside hears of Pod');
    expect(heard('who.kubectl')).toBe('kubectl hears of Pod');
    const numbers = { 'x.line': '{Ties} nodes', 'x.2': 'two', 'x.name': 'twofold' };
    const say = (id: string) =>
      translate(numbers as Catalog, 'x.line' as never, { ties: { id: id as never } });
    expect(say('x.2')).toBe('Two nodes');
    expect(say('x.name')).toBe('twofold nodes');
  });

  it('has bold parts between two stars', () => {
    expect(richText('a **b** c').map(({ bold }) => bold)).toEqual([false, true, false]);
  });

  it('stands without a space beside the words of its language, with one beside Latin letters', () => {
    const who = { id: 'who.kube-scheduler' } as const;
    const kubelet = { id: 'who.kubelet', params: { node: 'node-1' } } as const;
    expect(translate(japanese, 'title.WatchEventReceived', { who, object: 'Pod' })).toBe(
      'スケジューラーが Pod を知る',
    );
    expect(translate(japanese, 'title.WatchEventReceived', { who: kubelet, object: 'Pod' })).toBe(
      'node-1 の kubelet が Pod を知る',
    );
    const id = 'title.WatchEventReceived';
    const glued = { ...japanese, [id]: japanese[id].replace('} が', '}\u00a0が') };
    expect(translate(glued, id, { who, object: 'Pod' })).toBe('スケジューラーが Pod を知る');
    expect(translate(taiwanese, 'title.WatchEventReceived', { who, object: 'Pod' })).toBe(
      '排程器得知 Pod',
    );
  });
});

describe.each(locales)('the catalogue %s', (locale) => {
  const catalog = catalogs[locale];

  it('lacks no message and has none of its own', () => {
    const missing = Object.keys(english).filter((id) => catalog[id] === undefined);
    const stray = Object.keys(catalog).filter((id) => !Object.hasOwn(english, id));
    expect({ missing, stray }).toEqual({ missing: [], stray: [] });
  });

  it('keeps the holes of each message', () => {
    const holes = (text: string): readonly string[] =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
    for (const [id, text] of Object.entries(english)) {
      expect(holes(catalog[id] ?? ''), id).toEqual(holes(text));
    }
  });

  it('marks bold parts in pairs, where the English has them', () => {
    for (const [id, text] of Object.entries(english)) {
      const marks = (catalog[id] ?? '').split('**').length;
      expect(marks % 2, id).toBe(1);
      expect(marks > 1, id).toBe(text.includes('**'));
    }
  });
});

it('has in no message of Taiwan a word of the mainland alone', () => {
  const mainland = new RegExp(
    '默認|信息|軟件|服務器|網絡|數據|緩存|隊列|調度|鏡像(?! Pod)|字段|對象|進程|內存|賬|證書|日志|' +
      '鼠標|打印|字節|接口|端口|地址|程序|校驗|鑑權|響應|打分|令牌|型別|引數|汙點|當前|運行',
  );
  const found = Object.entries(taiwanese).filter(([, text]) => mainland.test(text));
  expect(found).toEqual([]);
});

it('writes Chinese and Japanese in their own characters', () => {
  const kana = /[\p{sc=Hira}\p{sc=Kana}]/u;
  for (const words of [chinese, taiwanese]) {
    expect(Object.entries(words).filter(([, text]) => kana.test(text))).toEqual([]);
  }
  // Characters that only the simplified script has; Japan simplified others.
  const simplified = /[们这发现请从节规则应变说过东车马门见贝读该让选调试错误听]/u;
  for (const words of [taiwanese, japanese]) {
    expect(Object.entries(words).filter(([, text]) => simplified.test(text))).toEqual([]);
  }
});

describe('Chinese and Japanese', () => {
  const wide = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}ー]';
  const begins = '(?:\\*\\*|\\[\\[\\w+\\|)*';
  const ends = '(?:\\*\\*|\\]\\])*';
  const glued = new RegExp(`${wide}${ends}${begins}[\\w{\`]|[\\w}\`]${ends}${begins}${wide}`, 'u');
  /** A choice by number has words of the language at both ends. */
  const choice = /\{\w+\|[^{}]*(?:\{\w+\}[^{}]*)*\}/g;
  const files = import.meta.glob<Record<string, unknown>>(
    ['./{ja,zh-*}.json', './story/{ja,zh-*}.json', './tours/{ja,zh-*}/*.json'],
    { import: 'default', eager: true },
  );

  it.each(Object.keys(files))('have a space beside each Latin name and each hole in %s', (file) => {
    const texts = Object.entries(files[file] ?? {}).filter(([, text]) => typeof text === 'string');
    expect(texts.length).toBeGreaterThan(0);
    const found = texts.filter(([, text]) => glued.test(String(text).replace(choice, '')));
    expect(found).toEqual([]);
  });

  it('have none beside their own punctuation', () => {
    const say = (who: string): string =>
      translate(
        { 'title.WatchEventReceived': '{who} は「 {object} 」' },
        'title.WatchEventReceived',
        {
          who,
          object: 'Pod',
        },
      );
    expect(say('あれ。')).toBe('あれ。は「Pod」');
  });
});

describe('the best of the wanted languages', () => {
  it.each([
    [['de-DE', 'zh-TW', 'en'], 'zh-TW'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['ja-JP', 'en'], 'ja'],
    [[undefined, 'en-GB', 'ja'], 'en'],
    [['de'], 'en'],
  ] as const)('%j gives %s', (languages, locale) => {
    expect(preferredLocale(languages)).toBe(locale);
  });
});
