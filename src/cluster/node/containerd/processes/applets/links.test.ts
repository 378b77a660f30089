import { describe, expect, it } from 'vitest';
import { outputOfScript } from '../shell/shell.fixture.ts';

const sh = outputOfScript;

/** Each line is what a busybox binary prints. */
describe('symbolic links, as busybox treats them', () => {
  it.each([
    ['echo one > f; ln -s f l; ls -l l | cut -c1-10; cat l', 'lrwxrwxrwx\none\n'],
    ['>f; ln -s f l; readlink l; readlink f; echo $?; readlink -f l', 'f\n1\n/tmp/f\n'],
    ['mkdir d; >d/x; ln -s d l; ls l; ls -d l; rm l; ls d', 'x\nl\nx\n'],
    ['mkdir d; ln -s d l; rm -r l; rmdir d; ls', ''],
    [
      'mkdir d; >d/x; ln -s d l; find . | sort; find l; find . -type l',
      '.\n./d\n./d/x\n./l\nl\n./l\n',
    ],
    ['>f; ln -s f l; ln -s f l; echo $?; ln -sf g l; readlink l', 'ln: l: File exists\n1\ng\n'],
    [
      'mkdir d; ln -s /tmp/f d/; ln -s d l; ln -sn g l; readlink d/f',
      'ln: l: File exists\n/tmp/f\n',
    ],
    [
      'ln -s g l; cat l; echo hi > l; cat g',
      "cat: can't open 'l': No such file or directory\nhi\n",
    ],
    [
      'ln -s g l; [ -L l ] && [ -h l ] && ! [ -e l ] && ! [ -f l ] && ! [ -L g ] && echo yes',
      'yes\n',
    ],
    ['>f; ln -s f l; cp l c; cp -P l p; cp -a l a; [ -L c ] || readlink p a', 'f\nf\n'],
    [
      'mkdir d; ln -s d l; cp -r l m; readlink m; cp l n; echo $?',
      "d\ncp: omitting directory 'l'\n1\n",
    ],
    ['>f; ln -s f a; >b; cp -a a b', "cp: can't create 'b': File exists\n"],
    ['ln -s g l; ls l; ls -d l', 'ls: l: No such file or directory\nl\n'],
    ['>f; ln -s f l; mv l m; readlink m; ls', 'f\nf\nm\n'],
    [
      "ln -s f l; stat -c '%F %a %N' l; >f; stat -L -c %F l",
      "symbolic link 777 'l' -> 'f'\nregular empty file\n",
    ],
    [
      'ln -s f l; mkdir l; rmdir l',
      "mkdir: can't create directory 'l': File exists\nrmdir: 'l': Not a directory\n",
    ],
    ['mkdir -p a/b; ln -s a/b l; cd l; pwd; ls ..; cd ..; pwd', '/tmp/l\nb\n/tmp\n'],
    [
      'ln -s d a; realpath a/b; mkdir d; realpath a/b/..',
      'realpath: a/b: No such file or directory\n/tmp/d\n',
    ],
  ])('%s', (script, output) => {
    expect(sh(script)).toBe(output);
  });

  it('and those that lead in a circle', () => {
    const circle = 'ln -s b a; ln -s a b;';
    const why = 'Too many levels of symbolic links';
    expect(sh(`${circle} cat a; cd a; ls a; echo x > a; echo x | tee a`)).toBe(
      `cat: can't open 'a': ${why}\nsh: cd: line 0: can't cd to a: ${why}\n` +
        `ls: a: ${why}\nsh: can't create a: ${why}\nx\ntee: a: ${why}\n`,
    );
    expect(sh(`${circle} cp a c; stat -L -c %F a; chmod 700 a; touch a; rm a; ls`)).toBe(
      `cp: can't stat 'a': ${why}\nstat: can't stat 'a': ${why}\n` +
        `chmod: a: ${why}\ntouch: a: ${why}\nb\n`,
    );
  });

  it('are edited in place by replacing them', () => {
    expect(sh('echo a > f; ln -s f l; sed -i s/a/b/ l; cat f l; [ -L l ] || echo plain')).toBe(
      'a\nb\nplain\n',
    );
  });
});

/** Each line is what a busybox binary prints. */
describe('hard links, as busybox treats them', () => {
  it.each([
    ['echo one > a; ln a b; ls -l a b | cut -c1-15', '-rw-r--r--    2\n-rw-r--r--    2\n'],
    ['echo one > a; ln a b; echo two > b; cat a; echo more >> a; cat b', 'two\ntwo\nmore\n'],
    ["echo one > a; ln a b; stat -c '%h %n' a; rm a; stat -c '%h %n' b; cat b", '2 a\n1 b\none\n'],
    ['>a; ln a b; ln b c; rm b; ls -l c | cut -c11-15; ls', '    2\na\nc\n'],
    ['>a; mkdir d; ln a d; ls d; ln a d; ln a a', 'a\nln: d/a: File exists\nln: a: File exists\n'],
    [
      'ln nope b; >a; ln a no/b',
      'ln: nope: No such file or directory\nln: no/b: No such file or directory\n',
    ],
    [
      'mkdir d; ln d e; ln /proc/self/x e',
      'ln: e: Operation not permitted\nln: /proc/self/x: No such file or directory\n',
    ],
    ['echo 1 > a; echo 2 > b; ln -f a b; cat b', '1\n'],
    ['>a; ln a b; chmod 600 b; stat -c %a a', '600\n'],
    ['>f; ln -s f s; ln s t; readlink t; stat -c %h t', 'f\n2\n'],
    ['>a; ln a b; cp a b', "cp: 'a' and 'b' are the same file\n"],
    ['>a; ln a b; mv a b; ls', 'a\nb\n'],
    ['echo 1 > a; ln a b; mv a c; echo 2 > c; cat b; stat -c %h c', '2\n2\n'],
    ['echo 1 > a; ln a b; echo 2 > c; mv c b; cat a b', '1\n2\n'],
    ['echo a > a; ln a b; sed -i s/a/c/ b; cat a b; stat -c %h a b', 'a\nc\n1\n1\n'],
  ])('%s', (script, output) => {
    expect(sh(script)).toBe(output);
  });
});
