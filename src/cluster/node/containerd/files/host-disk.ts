/**
 * The disk of a node: what an installed machine has, and the folders that were mounted or made.
 *
 * In: paths of the node. Out: what is there, and the folders that containers share. For the
 * machine's own files little more than the kind is known.
 */
import type { HostFiles, HostPathKind } from '#k8s.io/cri-api/runtime';
import { Folder } from './folder.ts';

/** What the machine of a kubelet has before any pod. Parent folders exist as well. */
const machine: Readonly<Record<HostPathKind, readonly string[]>> = {
  directory: [
    '/boot',
    '/etc/cni/net.d',
    '/etc/kubernetes/manifests',
    '/etc/ssl/certs',
    '/home',
    '/lib/modules',
    '/mnt',
    '/opt/cni/bin',
    '/proc',
    '/root',
    '/run/containerd',
    '/srv',
    '/sys/fs/cgroup',
    '/tmp',
    '/usr/bin',
    '/usr/lib',
    '/usr/local/bin',
    '/usr/share',
    '/var/lib/containerd',
    '/var/lib/kubelet/pods',
    '/var/log/containers',
    '/var/log/pods',
    '/var/tmp',
  ],
  file: [
    '/etc/fstab',
    '/etc/group',
    '/etc/hostname',
    '/etc/hosts',
    '/etc/localtime',
    '/etc/machine-id',
    '/etc/os-release',
    '/etc/passwd',
    '/etc/resolv.conf',
    '/var/lib/kubelet/config.yaml',
  ],
  socket: ['/run/containerd/containerd.sock'],
  'character device': ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/kmsg'],
  'block device': ['/dev/vda'],
};

/** What is known of the machine's own files. */
const texts: Readonly<Record<string, string>> = { '/etc/hosts': '127.0.0.1\tlocalhost\n' };

/** `/var/run` is another name of `/run`. */
const realPath = (path: string): string =>
  path.replace(/^\/var\/run(?=\/|$)/, '/run').replace(/(?<=.)\/+$/, '');

function machineKind(path: string): HostPathKind | undefined {
  if (path === '/') return 'directory';
  for (const [kind, paths] of Object.entries(machine)) {
    if (paths.includes(path)) return kind as HostPathKind;
    if (paths.some((known) => known.startsWith(`${path}/`))) return 'directory';
  }
  return undefined;
}

/** Source: empty_dir.go perm; what the kubelet writes is in such a directory, too. */
const ofVolume = /^\/var\/lib\/kubelet\/pods\/[^/]+\/volumes\/kubernetes\.io~/;

/** The folders of a node by their path on it. */
export class HostDisk {
  readonly #folders = new Map<string, Folder>();
  /** Folders whose files the kubelet wrote: they were not counted when they came. */
  readonly #written = new Set<string>();

  /** Where folders were mounted or made. */
  get paths(): readonly string[] {
    return [...this.#folders.keys()];
  }

  /** Those of them whose paths begin so. */
  below(start: string): readonly string[] {
    const found: string[] = [];
    for (const path of this.#folders.keys()) if (path.startsWith(start)) found.push(path);
    return found;
  }

  /** The folder at a path of the node; `content` is written into it over what is there. */
  mount(
    path: string,
    content: HostFiles = { files: {} },
    inMemory = false,
    capacity?: number,
  ): Folder {
    let folder = this.#folders.get(path);
    if (folder === undefined) {
      folder = new Folder([], inMemory, capacity);
      const own = realPath(path);
      if (machineKind(own) === 'file') folder.set('', texts[own] ?? '');
    }
    this.#folders.set(path, folder);
    if (Object.keys(content.files).length > 0) this.#written.add(path);
    put(folder, content);
    return folder;
  }

  /** A folder inside a mounted one, made if it is not there; a file stays one. */
  mountWithin(
    volume: string,
    prefix: string,
    inMemory = false,
    capacity?: number,
  ): { readonly folder: Folder; readonly prefix: string } {
    const folder = this.mount(volume, { files: {} }, inMemory, capacity);
    if (!folder.has(prefix)) folder.set(`${prefix}/.`, '');
    return { folder, prefix };
  }

  /** Permission bits of a directory: the kubelet opens those of volumes to everybody. */
  modeOf(path: string): number {
    return ofVolume.test(path) ? 0o777 : 0o755;
  }

  /** What is at a path; `undefined` when nothing is. */
  kindOf(path: string): HostPathKind | undefined {
    const real = realPath(path);
    for (const [at, folder] of this.#folders) {
      const root = realPath(at);
      if (root === real) return folder.has('') ? 'file' : 'directory';
      if (root.startsWith(`${real}/`)) return 'directory';
      const kind = real.startsWith(`${root}/`)
        ? kindIn(folder, real.slice(root.length + 1))
        : undefined;
      if (kind !== undefined) return kind;
    }
    return machineKind(real);
  }

  /** Replaces the files of a folder that is mounted somewhere. */
  replace(path: string, content: HostFiles): void {
    const folder = this.#folders.get(path);
    if (folder === undefined) return;
    const { files, links = {} } = content;
    for (const name of [...folder.keys()]) {
      if (!(name in files || name in links)) folder.delete(name);
    }
    put(folder, content);
  }

  /** The text of a file that is mounted by itself. */
  read(path: string): string | undefined {
    return this.#folders.get(path)?.get('');
  }

  /** Removes a folder and returns how much of the disk containers used in it. */
  discard(path: string): { readonly bytes: number; readonly files: number } {
    const taken = this.#written.delete(path)
      ? { bytes: 0, files: 0 }
      : { bytes: this.usage(path), files: this.files(path) };
    this.#folders.delete(path);
    return taken;
  }

  /** Files below a path that are not memory. */
  files(path: string): number {
    const folder = this.#folders.get(path);
    return folder === undefined || folder.inMemory ? 0 : folder.inodes;
  }

  /** Bytes below a path that are not memory. */
  usage(path: string): number {
    const folder = this.#folders.get(path);
    return folder === undefined || folder.inMemory ? 0 : folder.usage;
  }

  /** Removes what is below a path. */
  remove(prefix: string): void {
    for (const path of [...this.#folders.keys()]) {
      if (path.startsWith(prefix)) this.#folders.delete(path);
    }
  }
}

function put(folder: Folder, { files, links = {}, modes = {} }: HostFiles): void {
  for (const name in files) folder.set(name, files[name] ?? '');
  for (const name in links) folder.setLink(name, links[name] ?? '');
  for (const name in modes) folder.modes.set(name, modes[name] ?? 0);
}

function kindIn(folder: Folder, name: string): HostPathKind | undefined {
  if (folder.has(name)) return 'file';
  for (const known of folder.keys()) if (known.startsWith(`${name}/`)) return 'directory';
  return undefined;
}
