import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTar, type TarEntry, unpackTar } from './tar.ts';
import { encodeUtf8 } from './utf8.ts';

const file = (name: string, text: string): TarEntry => ({
  name,
  folder: false,
  mode: 0o644,
  modified: 1_767_225_600,
  text,
});
const packed = (entries: readonly TarEntry[]): string => {
  const archive = packTar(entries);
  return archive.ok ? archive.value : `too long: ${archive.error}`;
};

describe('an archive', () => {
  it('gives back what was packed, whatever the names and texts', () => {
    const entry = fc.record({
      name: fc.stringMatching(/^[a-zä/]{1,90}[a-z]$/),
      folder: fc.constant(false),
      mode: fc.constantFrom(0o644, 0o755),
      modified: fc.nat(),
      text: fc.string({ unit: 'binary', maxLength: 2000 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        expect(unpackTar(packed(entries))).toEqual(entries);
      }),
    );
  });

  it('is one that tar reads', () => {
    const folder = { ...file('etc', ''), folder: true, mode: 0o755 };
    const long = `etc/${'deep/'.repeat(25)}file`;
    const input = encodeUtf8(packed([folder, file('etc/hosts', 'ä\n'), file(long, '')]));
    const names = execFileSync('tar', ['tf', '-'], { input, encoding: 'utf8' });
    expect(names).toBe(`etc/\netc/hosts\n${long}\n`);
    const text = execFileSync('tar', ['xOf', '-', 'etc/hosts'], { input, encoding: 'utf8' });
    expect(text).toBe('ä\n');
  });

  it('has no room for a name of more than 255 bytes', () => {
    expect(packTar([file('x'.repeat(101), '')])).toMatchObject({ ok: false });
  });

  it('is none when it is cut off or changed', () => {
    const archive = packed([file('a', 'text')]);
    expect(unpackTar(archive.slice(0, 700))).toBeUndefined();
    expect(unpackTar(archive.replace('a', 'b'))).toBeUndefined();
    expect(unpackTar('')).toBeUndefined();
  });
});
