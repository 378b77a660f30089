import { describe, expect, it } from 'vitest';
import { FileSystem } from './file-system.ts';
import { HostDisk } from './host-disk.ts';

const image = { '/bin/.': '', '/etc/app/a': 'one', '/etc/app/deep/b': 'two', '/tmp/.': '' };

describe('a symbolic link', () => {
  it('leads to a file or folder, relative to where it is, or from the root', () => {
    const files = new FileSystem([], image);
    expect(files.link('/tmp/a', '../etc/app/a')).toBeUndefined();
    expect(files.link('/tmp/app', '/etc/app')).toBeUndefined();
    expect(files.read('/tmp/a')).toBe('one');
    expect(files.list('/tmp/app')).toEqual(['a', 'deep']);
    expect(files.read('/tmp/app/deep/../a')).toBe('one');
    expect(files.read('/tmp/app/deep/../../app/a')).toBe('one');
    expect(files.linkAt('/tmp/a')).toBe('../etc/app/a');
    expect(files.linkAt('/tmp/app/a')).toBeUndefined();
    expect(files.realPath('/tmp/app/deep/b')).toBe('/etc/app/deep/b');
  });

  it('is written through, and goes alone when it is removed', () => {
    const files = new FileSystem([], image);
    files.link('/tmp/a', '/etc/app/a');
    expect(files.write('/tmp/a', 'new')).toBeUndefined();
    expect(files.read('/etc/app/a')).toBe('new');
    expect(files.remove('/tmp/a')).toBeUndefined();
    expect(files.exists('/tmp/a')).toBe(false);
    expect(files.read('/etc/app/a')).toBe('new');
  });

  it('may lead nowhere, and writing makes what it leads to', () => {
    const files = new FileSystem([], image);
    files.link('/tmp/a', 'b');
    expect(files.read('/tmp/a')).toBeUndefined();
    expect(files.exists('/tmp/a')).toBe(true);
    expect(files.link('/tmp/a', 'c')).toBe('File exists');
    expect(files.write('/tmp/a', 'text')).toBeUndefined();
    expect(files.read('/tmp/b')).toBe('text');
  });

  it('in a circle is an error', () => {
    const files = new FileSystem([], image);
    files.link('/tmp/a', 'b');
    files.link('/tmp/b', 'a');
    expect(files.write('/tmp/a', 'x')).toBe('Too many levels of symbolic links');
    expect(files.whyMissing('/tmp/a/c')).toBe('Too many levels of symbolic links');
    expect(files.list('/tmp')).toEqual(['a', 'b']);
  });

  it('of the image is where a volume is mounted behind it', () => {
    const folder = new HostDisk().mount('/v', { files: { token: 'secret' } });
    const mount = { containerPath: '/var/run/secrets', folder, readonly: true };
    const links = { '/var/run': '/run' };
    const files = new FileSystem([mount], { '/run/.': '', '/var/.': '' }, { links });
    expect(files.read('/var/run/secrets/token')).toBe('secret');
    expect(files.list('/run')).toEqual(['secrets']);
    expect(files.layerFiles).toBe(0);
  });

  it('of a read-only volume cannot be removed or made', () => {
    const disk = new HostDisk();
    const folder = disk.mount('/v', { files: { 'd/a': '1' }, links: { a: 'd/a' } });
    const files = new FileSystem([{ containerPath: '/v', folder, readonly: true }], image);
    expect(files.read('/v/a')).toBe('1');
    expect(files.remove('/v/a')).toBe('Read-only file system');
    expect(files.link('/v/b', 'a')).toBe('Read-only file system');
    disk.replace('/v', { files: { 'e/a': '2' }, links: { a: 'e/a' } });
    expect(files.read('/v/a')).toBe('2');
    expect(files.list('/v')).toEqual(['a', 'e']);
  });
});
