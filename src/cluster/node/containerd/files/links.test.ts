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

describe('a hard link', () => {
  it('is another name of a file: its text, size, mode and writer are the same', () => {
    const files = new FileSystem([], image, { clock: () => 7 });
    files.write('/tmp/a', 'one');
    expect(files.hardLink('/tmp/a', '/tmp/b')).toBeUndefined();
    expect(files.write('/tmp/b', 'four')).toBeUndefined();
    files.setMode('/tmp/a', 0o600);
    expect([files.read('/tmp/a'), files.modeOf('/tmp/b')]).toEqual(['four', 0o600]);
    expect(files.statOf('/tmp/a')).toEqual(files.statOf('/tmp/b'));
    expect([files.linkCount('/tmp/a'), files.isSameFile('/tmp/a', '/tmp/b')]).toEqual([2, true]);
  });

  it('takes no room and no inode, and the file goes with its last name', () => {
    const used = { memory: 0, disk: 0, inodes: 0 };
    const onUse = (where: keyof typeof used, amount: number): boolean => {
      used[where] += amount;
      return true;
    };
    const files = new FileSystem([], image, { onUse });
    files.write('/tmp/a', 'one');
    files.hardLink('/tmp/a', '/tmp/b');
    files.hardLink('/etc/app/a', '/tmp/image');
    expect([used.disk, used.inodes, files.layerBytes, files.layerFiles]).toEqual([3, 1, 3, 1]);
    files.write('/tmp/b', 'four');
    files.setSize('/tmp/a', 10);
    expect([used.disk, files.layerBytes, files.sizeOf('/tmp/b')]).toEqual([14, 14, 14]);
    files.remove('/tmp/a');
    expect([used.disk, files.read('/tmp/b'), files.linkCount('/tmp/b')]).toEqual([14, 'four', 1]);
    files.remove('/tmp/b');
    expect([used.disk, used.inodes, files.layerFiles]).toEqual([0, 0, 0]);
  });

  it('stays on its mount, even where two mounts show one folder', () => {
    const disk = new HostDisk();
    const folder = disk.mount('/v', { files: { a: '1' } });
    const at = (containerPath: string, readonly = false) => ({ containerPath, folder, readonly });
    const files = new FileSystem([at('/one'), at('/two'), at('/three', true)], image);
    expect(files.hardLink('/one/a', '/one/b')).toBeUndefined();
    expect(files.read('/two/b')).toBe('1');
    expect(files.hardLink('/one/a', '/two/c')).toBe('Invalid cross-device link');
    expect(files.hardLink('/one/a', '/tmp/c')).toBe('Invalid cross-device link');
    expect(files.hardLink('/three/a', '/three/c')).toBe('Read-only file system');
    expect([disk.files('/v'), disk.usage('/v')]).toEqual([1, 1]);
  });
});
