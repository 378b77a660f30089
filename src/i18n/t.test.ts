import { describe, expect, it } from 'vitest';
import english from './en.json' with { type: 'json' };
import { preferredLocale } from './locale.ts';
import { richText, translate } from './t.ts';
import chinese from './zh-CN.json' with { type: 'json' };

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

  it('marks its bold parts in pairs, in every language', () => {
    for (const text of [...Object.values(english), ...Object.values(chinese)]) {
      expect(text.split('**').length % 2, text).toBe(1);
    }
    expect(richText('a **b** c').map(({ bold }) => bold)).toEqual([false, true, false]);
  });

  it('is there in Chinese with the same holes', () => {
    const holes = (text: string): readonly string[] =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [id, text] of Object.entries(chinese)) {
      expect(holes(text), id).toEqual(holes(english[id as keyof typeof english]));
    }
  });
});

it('speaks the first language of the browser that it knows', () => {
  expect(preferredLocale(['de-DE', 'zh-TW', 'en'])).toBe('zh-CN');
  expect(preferredLocale(['de'])).toBe('en');
});
