import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from './yaml-document.ts';

describe('a hostile manifest', () => {
  it('does not grow by aliases of aliases', () => {
    const level = (n: number): string => `l${n}: &l${n} [${`*l${n - 1},`.repeat(9)}]`;
    const bomb = ['l0: &l0 [x]', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(level)].join('\n');
    expect(readYaml(bomb)).toEqual({ ok: false, error: expect.stringContaining('aliasing') });
  });

  it.each(['['.repeat(50_000), '{a: '.repeat(20_000), `${'- '.repeat(30_000)}x`])(
    'that nests without end is refused',
    (text) => {
      expect(readYaml(text).ok).toBe(false);
    },
  );

  it('changes no prototype', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const read = readYaml(`${name}: {polluted: 1}\nmetadata: {${name}: {polluted: 1}}\n`);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      if (!read.ok) continue;
      expect((read.value as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(Object.keys(read.value as object)).toContain(name);
    }
  });

  it('is read or refused, and never throws', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'ab:-&*![]{}"\'|>#%?,\n '.split(''), '<<: ', '---\n', '__proto__'),
      maxLength: 80,
    });
    fc.assert(
      fc.property(letters, (text) => typeof readYaml(text).ok === 'boolean'),
      { numRuns: 500 },
    );
  });
});
