import { describe, expect, it } from 'vitest';
import { busyboxColumns, coreutilsColumns } from './ls-columns.ts';

const root = 'bin dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var'.split(' ');

describe('names in columns', () => {
  it('are all as wide as the longest, in busybox', () => {
    expect(busyboxColumns(root, 80)).toBe(
      'bin    etc    lib    mnt    proc   run    srv    tmp    var\n' +
        'dev    home   media  opt    root   sbin   sys    usr\n',
    );
    expect(busyboxColumns(['a', 'bb'], 80)).toBe('a   bb\n');
  });

  it('are as wide as those of their column, in coreutils', () => {
    expect(coreutilsColumns(root, 80)).toBe(
      'bin  etc   lib\t  mnt  proc  run   srv\ttmp  var\n' +
        'dev  home  media  opt  root  sbin  sys\tusr\n',
    );
    expect(coreutilsColumns(['a', 'bb'], 80)).toBe('a  bb\n');
  });

  it('are in one line as long as it is shorter than the terminal, in coreutils', () => {
    expect(coreutilsColumns(root, 92)).toBe(`${root.join('  ')}\n`);
    expect(coreutilsColumns(['long-name', 'other-name'], 21)).toBe('long-name\nother-name\n');
    expect(coreutilsColumns(['long-name', 'other-name'], 22)).toBe('long-name  other-name\n');
  });

  it('are nothing when there are none', () => {
    expect(busyboxColumns([], 80)).toBe('');
    expect(coreutilsColumns([], 80)).toBe('');
  });
});
