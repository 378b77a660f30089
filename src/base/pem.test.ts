import { describe, expect, it } from 'vitest';
import { asciiBytes, asciiText } from './base64.ts';
import { encodePem, pemBlocks } from './pem.ts';

const block = (type: string, ...lines: readonly string[]): string =>
  [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`].join('\n');
const read = (text: string): readonly string[] =>
  pemBlocks(text).map(
    ({ type, hasHeaders, bytes }) => `${type}${hasHeaders ? '+' : ''} ${asciiText(bytes)}`,
  );

describe('PEM', () => {
  it('is written in lines of 64 characters, and read again', () => {
    const bytes = asciiBytes('a'.repeat(70));
    const text = encodePem('CERTIFICATE', bytes);
    expect(text.split('\n').map(({ length }) => length)).toEqual([27, 64, 32, 25, 0]);
    expect(pemBlocks(text)).toEqual([{ type: 'CERTIFICATE', hasHeaders: false, bytes }]);
  });

  it('has blocks one after the other, and what is between them counts for nothing', () => {
    const two = `words\n${block('A', 'YQ==')}\n# more\n${block('B', 'YmI=')}\n`;
    expect(read(two)).toEqual(['A a', 'B bb']);
    expect(read(`${block('A', 'YQ==')}\n${block('B', 'YmI=')}`)).toEqual(['A a', 'B bb']);
  });

  it('says whether a block has headers', () => {
    expect(read(block('A', 'Proc-Type: 4,ENCRYPTED', '', 'YQ=='))).toEqual(['A+ a']);
  });

  it('may end its lines as Windows does, and have spaces', () => {
    expect(read(block('A', 'YW', ' Fh').replaceAll('\n', ' \r\n'))).toEqual(['A aaa']);
  });

  it.each([
    ['-----BEGIN A-----\nYQ==\n'],
    ['-----BEGIN A-----\nYQ==\n-----END B-----\n'],
    ['-----BEGIN A-----\nY?==\n-----END A-----\n'],
    ['-----BEGIN A\nYQ==\n-----END A-----\n'],
    ['x-----BEGIN A-----\nYQ==\n-----END A-----\n'],
    ['-----BEGIN A-----\nYQ==\n-----END A----- x\n'],
  ])('is not in %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('goes on behind a block that is none', () => {
    expect(read(`-----BEGIN A-----\n?\n-----END A-----\n${block('B', 'YmI=')}`)).toEqual(['B bb']);
  });

  it('may be empty inside', () => {
    expect(read(block('A'))).toEqual(['A ']);
  });
});
