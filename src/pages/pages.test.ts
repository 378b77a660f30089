import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { oembedJson } from './oembed.ts';
import { folderOf, pageHtml, type Site } from './page-html.ts';
import type { PlayedTale } from './play-tale.ts';
import { Canvas } from './png.ts';
import { commonFiles, filesOf, pageIds } from './render.ts';
import { coloursOf } from './style.ts';
import { tales } from './tales.ts';
import { wordsFor } from './words.ts';

const src = join(import.meta.dirname, '..');
const here: Site = { address: undefined, contentSecurityPolicy: "default-src 'self'" };
const known: Site = { ...here, address: 'https://site.example/p/' };

const tale: PlayedTale = {
  id: 'scale',
  outline: {
    stepCount: 2,
    sections: [
      {
        textId: 'scale.no-such',
        steps: [
          {
            number: 1,
            id: 'person/enter',
            component: 'person',
            at: 0,
            beside: false,
            text: { id: 'caption.CommandEntered', params: { line: 'kubectl "<b>"' } },
          },
          {
            number: 2,
            id: 'kubectl/print/a~2',
            component: 'kubectl',
            at: 1_500_000,
            beside: true,
            text: { id: 'caption.ClusterSettled' },
            printed: '<script>alert(1)</script>',
          },
        ],
      },
    ],
  },
  figure: {
    command: 'kubectl <x>',
    writes: 1,
    milliseconds: 10,
    marks: [
      [0, 0, 0],
      [2, 900, 1],
    ],
  },
};

describe('the page of a tale', () => {
  const page = pageHtml(tale, wordsFor(src, 'scale', 'en'), here);

  it('holds every step with a link into the app, and no script', () => {
    expect(page.match(/<li[ >]/g)).toHaveLength(2);
    expect(page).toContain('href="../../?tour=scale&amp;step=kubectl/print/a~2&amp;v=1"');
    expect(page).not.toMatch(/<script|<img|<b>"|style=/);
    expect(page).toContain('$ kubectl &lt;x&gt;');
  });

  it('says what it is to search engines and to previews', () => {
    for (const tag of [
      '<title>Transcript of “More Pods, then fewer” · Podyssey</title>',
      '<meta property="og:title" content="More Pods, then fewer">',
      '<meta property="og:image" content="../../s/scale/card.png">',
      '<meta name="twitter:card" content="summary_large_image">',
      'type="application/json+oembed"',
    ])
      expect(page).toContain(tag);
  });

  it('is a folder deeper in another language, and leads to the others', () => {
    expect(folderOf('scale', 'ja')).toBe('s/scale/ja/');
    const japanese = pageHtml(tale, wordsFor(src, 'scale', 'ja'), here);
    expect(japanese).toContain('<html lang="ja">');
    expect(japanese).toContain(
      'href="../../../?tour=scale&amp;step=person/enter&amp;lang=ja&amp;v=1"',
    );
    expect(japanese).toContain('href="../../../s/scale/zh-CN/"');
  });

  it('gives previews whole addresses on a site that knows its own', () => {
    const whole = pageHtml(tale, wordsFor(src, 'scale', 'en'), known);
    expect(whole).toContain('content="https://site.example/p/s/scale/card.png"');
    const oembed = JSON.parse(oembedJson('scale', 'A "title"', known));
    expect(oembed).toMatchObject({ version: '1.0', type: 'rich', width: 960, height: 600 });
    expect(oembed.html).toContain('src="https://site.example/p/embed/?tour=scale&amp;ui=std"');
    expect(JSON.parse(oembedJson('scale', 'A', here))).toMatchObject({ type: 'link' });
  });
});

describe('the static pages', () => {
  it('are there for every tour and every scenario of the gallery', () => {
    expect([...pageIds].sort()).toEqual([...tales.keys()].sort());
    const list = String(commonFiles(src, here).get('s/index.html'));
    for (const id of pageIds) expect(list).toContain(`<a href="${id}/">`);
  });

  it('have words in four languages, of a title at least', () => {
    for (const id of pageIds) {
      for (const lang of ['en', 'zh-CN', 'zh-TW', 'ja'] as const) {
        const { title, about } = wordsFor(src, id, lang);
        expect([title, about], `${id} ${lang}`).not.toContain('');
      }
    }
  });

  it('share one style sheet, in the interface’s own colours', () => {
    const style = String(commonFiles(src, here).get('s/page.css'));
    expect(style).toContain('prefers-color-scheme: dark');
    expect(style).toContain('@media print');
    expect(() => coloursOf(src, 'dark')('no-such')).toThrow('--no-such');
  });

  it('have a social card of 1200 × 630', () => {
    const card = filesOf(tale, src, here).get('s/scale/card.png') as Buffer;
    expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

describe('a PNG', () => {
  it('has the pixels that were painted', () => {
    const canvas = new Canvas(3, 2, [10, 20, 30]);
    canvas.rect(1, 0, 1, 1, [200, 100, 50]);
    const file = canvas.png();
    expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
    const size = file.readUInt32BE(33);
    expect(file.subarray(37, 41).toString('latin1')).toBe('IDAT');
    const raw = inflateSync(file.subarray(41, 41 + size));
    expect([...raw.subarray(0, 10)]).toEqual([0, 10, 20, 30, 200, 100, 50, 10, 20, 30]);
    expect(raw).toHaveLength(20);
  });
});
