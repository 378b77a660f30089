import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedLine, piecesOf, plainText } from './marks.ts';

const kinds = (text: string): readonly string[] =>
  piecesOf(text).map(({ kind, text: words }) => `${kind}:${words}`);

describe('the marks of a lesson', () => {
  it('are bold, light, code and links', () => {
    expect(kinds('A **b** *l* `c` [k8s](https://kubernetes.io/).')).toEqual([
      ...['text:A ', 'bold:b', 'text: ', 'light:l', 'text: ', 'code:c', 'text: '],
      ...['link:k8s', 'text:.'],
    ]);
    expect(plainText('A **b** `c` [k8s](https://kubernetes.io/)')).toBe('A b c k8s');
  });

  it('name what the picture shows, for the story to light', () => {
    const text = '**Now** [[etcd/pods/default/web|the record]] and [[node-1 node-2|both nodes]].';
    expect(plainText(text)).toBe('Now the record and both nodes.');
    expect(namedLine(text)).toEqual({
      line: 'Now [[a1|the record]] and [[a2|both nodes]].',
      anchors: { a1: 'etcd/pods/default/web', a2: 'node-1 node-2' },
    });
  });

  it('leave all else as it is: HTML, lone stars, unclosed marks', () => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      '2 * 3',
      '**open',
      '`a',
      '[x] (y)',
      '[[<b>|x]]',
    ]) {
      expect(kinds(text)).toEqual([`text:${text}`]);
    }
  });

  it.each(['javascript:alert', 'JaVaScRiPt:x', 'data:text/html,x', '//host', 'vbscript:x'])(
    'make no link of %s',
    (address) => {
      expect(piecesOf(`[x](${address})`)).toEqual([{ kind: 'text', text: 'x', at: 0 }]);
    },
  );

  it('lead nowhere but to the web or to this page, whatever is written', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'*`[]()<>"&:/?#ajscript \n\\x'.split(''), 'https://', 'javascript:'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, (text) => {
        for (const { href, kind } of piecesOf(text)) {
          expect(href !== undefined).toBe(kind === 'link');
          if (href === undefined) continue;
          const { protocol, origin } = new URL(href, 'https://own.example/');
          expect(protocol).toMatch(/^https?:$/);
          if (!/^https?:/i.test(href)) expect(origin).toBe('https://own.example');
        }
      }),
      { numRuns: 500 },
    );
  });
});
