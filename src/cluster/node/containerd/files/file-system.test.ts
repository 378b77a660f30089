import { describe, expect, it } from 'vitest';
import { FileSystem } from './file-system.ts';
import type { Mount } from './file-types.ts';
import { HostDisk } from './host-disk.ts';

const volume = '/var/lib/kubelet/pods/p/volumes/kubernetes.io~empty-dir/v';

describe('the files of a container', () => {
  it('that are written through a part of a volume are seen through the whole of it', () => {
    const disk = new HostDisk();
    const mounts: readonly Mount[] = [
      { containerPath: '/whole', folder: disk.mount(volume), readonly: false },
      { containerPath: '/part', ...disk.mountWithin(volume, 'a/b'), readonly: false },
    ];
    const files = new FileSystem(mounts, {});
    expect(files.isDirectory('/whole/a/b')).toBe(true);
    expect(files.write('/part/f', 'text')).toBeUndefined();
    expect(files.read('/whole/a/b/f')).toBe('text');
    expect(files.list('/part')).toEqual(['f']);
    expect(files.write('/whole/a/b/g', 'more')).toBeUndefined();
    expect(files.list('/part')).toEqual(['f', 'g']);
    expect(files.read('/part/g')).toBe('more');
  });

  it('may be one of the machine', () => {
    const folder = new HostDisk().mount('/etc/hosts');
    const files = new FileSystem([{ containerPath: '/etc/own', folder, readonly: true }], {});
    expect(files.read('/etc/own')).toBe('127.0.0.1\tlocalhost\n');
  });

  it('have the modes of their volume and of single items', () => {
    const folder = new HostDisk().mount('/v', { files: { a: '1', b: '2' }, modes: { b: 0o440 } });
    const mount = { containerPath: '/v', folder, readonly: true, mode: 0o777, fileMode: 0o400 };
    const files = new FileSystem([mount], {});
    const modes = ['/v', '/v/a', '/v/b'].map((path) => files.modeOf(path).toString(8));
    expect(modes).toEqual(['777', '400', '440']);
  });
});
