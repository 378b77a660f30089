/**
 * The files that a container sees: its own writable layer over the image, and mounts from the node.
 *
 * Models a mount namespace in miniature. A mount is a path in the container and a folder (or file)
 * of the node's disk, so two containers that mount the same folder share what is in it.
 */

import { type Duration, microsecond, type SimTime } from '#base/sim-time';
import { encodeUtf8 } from '#base/utf8';
import { Folder, type Writer } from './folder.ts';

export interface Mount {
  readonly containerPath: string;
  readonly folder: Folder;
  /** The part of the folder that is mounted, as a path below it; absent: all of it. */
  readonly prefix?: string;
  readonly readonly: boolean;
  /** Permission bits of the folder; absent: 0755. */
  readonly mode?: number;
  /** Permission bits of its files; absent: 0644. */
  readonly fileMode?: number;
  /** Of files that have their own, by path below it. */
  readonly fileModes?: Readonly<Record<string, number>>;
}

export type FileError =
  | 'No such file or directory'
  | 'Read-only file system'
  | 'Is a directory'
  | 'Not a directory'
  | 'Directory not empty'
  | 'Permission denied'
  | 'No space left on device';

export interface FileSystemOptions {
  /** The image and the layer over it cannot be written. */
  readonly readonlyRoot?: boolean;
  /** The user who writes. Only root may write where the mode allows nobody else. */
  readonly uid?: number;
  readonly gid?: number;
  /** The machine's clock: when files were written. */
  readonly clock?: () => SimTime;
  /** Files of the image outside of the folders of programs that may be executed. */
  readonly scripts?: ReadonlySet<string>;
  /** Charges or releases bytes in memory or on the disk, and inodes; `false`: there is no room. */
  readonly onUse?: (where: 'memory' | 'disk' | 'inodes', amount: number) => boolean;
  /** Files of the kernel below /sys and /dev. They cannot be written. */
  readonly kernel?: () => KernelFiles;
}

/** What the kernel shows as files at a moment. */
export interface KernelFiles {
  /** All of them. */
  readonly paths: readonly string[];
  /** The text of one of them; undefined for any other path. */
  read(path: string): string | undefined;
}

/** Paths below which the kernel provides the files. */
const ofKernel = /^\/(?:sys|dev|proc)(?:\/|$)/;

/** A device that takes every write and returns nothing. */
const nullDevice = '/dev/null';

/** What calls of the system take, of the CPU's time: one call, a name, a file of the kernel. */
const callTime = 1 * microsecond;
const nameTime = 0.1 * microsecond;
const kernelFileTime = 1 * microsecond;
/** To read a character. */
const readTime = 0.1 * microsecond;

const folderMode = 0o755;
const openMode = 0o1777;
const usualFileMode = 0o644;
const programs = /^\/(?:usr\/)?(?:local\/)?s?bin\//;

/** Folders that everybody may write to. */
const openFolders = /^\/(?:tmp|dev\/shm|var\/tmp)(?:\/|$)/;

export class FileSystem {
  readonly #mounts: readonly Mount[];
  /** The image's files and what was written over them; built at the first access. */
  #layerOrNone: Folder | undefined;
  readonly #image: Readonly<Record<string, string>>;

  readonly #options: FileSystemOptions;
  /** When it was mounted. Files that were in it before get this time too. */
  readonly #madeAt: SimTime;
  #cpuTime: Duration = 0;

  constructor(
    mounts: readonly Mount[],
    image: Readonly<Record<string, string>>,
    options: FileSystemOptions = {},
  ) {
    this.#options = options;
    // The longest path first: a mount inside a mount wins.
    this.#mounts = [...mounts].sort((a, b) => b.containerPath.length - a.containerPath.length);
    this.#image = image;
    this.#madeAt = options.clock?.() ?? 0;
  }

  get #layer(): Folder {
    this.#layerOrNone ??= new Folder(Object.entries(this.#image));
    return this.#layerOrNone;
  }

  /** The text of a file; undefined when there is none. */
  read(path: string): string | undefined {
    const clean = normalize(path);
    if (clean === nullDevice) return '';
    if (ofKernel.test(clean)) {
      const files = this.#options.kernel?.();
      this.#cpuTime += (files?.paths.length ?? 0) * kernelFileTime;
      const text = files?.read(clean);
      if (text !== undefined) return text;
    }
    const { folder, name } = this.#locate(clean);
    const text = folder.get(name);
    this.#cpuTime += callTime + (text?.length ?? 0) * readTime;
    return text;
  }

  /** The bytes of a file; undefined when there is none. */
  readBytes(path: string): Uint8Array | undefined {
    const text = this.read(path);
    return text === undefined ? undefined : encodeUtf8(text);
  }

  /** An absolute path without dots and double slashes. */
  resolve(path: string): string {
    return normalize(path);
  }

  isDirectory(path: string): boolean {
    const clean = normalize(path);
    this.#cpuTime += callTime;
    if (clean === '/') return true;
    if (this.#mounts.some((mount) => isAt(mount.containerPath, clean) && !isFile(mount))) {
      return true;
    }
    if (this.#layer.isFolder(clean)) return true;
    return this.#isFolderOfMount(clean) || this.#kernelNamesBelow(clean).length > 0;
  }

  /** Whether a mount is below it, or it is a folder in one. */
  #isFolderOfMount(path: string): boolean {
    return this.#mounts.some((mount) => {
      if (firstNameBelow(path, mount.containerPath) !== undefined) return true;
      const inside = pathInMount(mount, path);
      return inside !== undefined && mount.folder.isFolder(inside);
    });
  }

  /** Undefined on success. */
  write(path: string, text: string): FileError | undefined {
    const clean = normalize(path);
    if (clean === nullDevice) return undefined;
    const { folder, name, readonly } = this.#locate(clean);
    if (this.isDirectory(clean)) return 'Is a directory';
    if (!this.isDirectory(parentOf(clean))) return 'No such file or directory';
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    const more = text.length - (folder.get(name)?.length ?? 0);
    const isNew = !folder.has(name);
    if (isNew && !this.#countInodes(folder, 1)) return 'No space left on device';
    if (!this.#charge(folder, more)) {
      if (isNew) this.#countInodes(folder, -1);
      return 'No space left on device';
    }
    folder.set(name, text);
    const { clock, uid = 0, gid = 0 } = this.#options;
    folder.writers.set(name, { at: clock?.() ?? 0, uid, gid });
    return undefined;
  }

  /** Sets the size of an existing file; its content does not matter. */
  setSize(path: string, bytes: number): FileError | undefined {
    const { folder, name } = this.#locate(normalize(path));
    if (!folder.has(name)) return 'No such file or directory';
    const more = bytes - (folder.sizes.get(name) ?? 0);
    if (!this.#charge(folder, more)) return 'No space left on device';
    folder.sizes.set(name, bytes);
    return undefined;
  }

  /** When it was written last, and by whom. */
  statOf(path: string): Writer {
    const { folder, name } = this.#locate(normalize(path));
    return folder.writers.get(name) ?? { at: this.#madeAt, uid: 0, gid: 0 };
  }

  /** Its permission bits. */
  modeOf(path: string): number {
    const clean = normalize(path);
    const { folder, name } = this.#locate(clean);
    const set = folder.modes.get(name);
    if (set !== undefined) return set;
    const mount = this.#mounts.find((one) => one.folder === folder);
    if (this.isDirectory(clean)) {
      if (name === '' && mount?.mode !== undefined) return mount.mode;
      return openFolders.test(clean) ? openMode : folderMode;
    }
    if (folder === this.#layer) {
      const runs = programs.test(clean) || this.#options.scripts?.has(clean) === true;
      return runs ? folderMode : usualFileMode;
    }
    return mount?.fileModes?.[name] ?? mount?.fileMode ?? usualFileMode;
  }

  /** Undefined on success. */
  setMode(path: string, mode: number): FileError | undefined {
    const clean = normalize(path);
    const { folder, name, readonly } = this.#locate(clean);
    if (!this.isDirectory(clean) && !folder.has(name)) return 'No such file or directory';
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal === undefined) folder.modes.set(name, mode);
    return refusal;
  }

  /** Whether it is on a tmpfs. */
  isInMemory(path: string): boolean {
    return this.#locate(normalize(path)).folder.inMemory;
  }

  /** In bytes. */
  sizeOf(path: string): number {
    const { folder, name } = this.#locate(normalize(path));
    return (folder.get(name)?.length ?? 0) + (folder.sizes.get(name) ?? 0);
  }

  /** Takes an empty folder away. */
  removeDirectory(path: string): FileError | undefined {
    const clean = normalize(path);
    if (!this.isDirectory(clean)) {
      return this.read(clean) === undefined ? 'No such file or directory' : 'Not a directory';
    }
    if ((this.list(clean) ?? []).length > 0) return 'Directory not empty';
    const { folder, name, readonly } = this.#locate(clean);
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal === undefined) folder.delete(`${name}/.`);
    return refusal;
  }

  /** What was written over the image, in bytes. */
  get layerBytes(): number {
    if (this.#layerOrNone === undefined) return 0;
    let image = 0;
    for (const name in this.#image) image += this.#image[name]?.length ?? 0;
    return Math.max(0, this.#layer.usage - image);
  }

  /** The number of files that are not in the image. */
  get layerFiles(): number {
    if (this.#layerOrNone === undefined) return 0;
    let count = 0;
    for (const name of this.#layer.keys()) if (!(name in this.#image)) count++;
    return count;
  }

  #charge(folder: Folder, bytes: number): boolean {
    if (bytes === 0) return true;
    if (bytes > 0 && folder.inMemory && folder.usage + bytes > folder.capacity) return false;
    return this.#options.onUse?.(folder.inMemory ? 'memory' : 'disk', bytes) ?? true;
  }

  #countInodes(folder: Folder, count: number): boolean {
    return folder.inMemory || (this.#options.onUse?.('inodes', count) ?? true);
  }

  #refusal(path: string, folder: Folder, readonly: boolean): FileError | undefined {
    const { readonlyRoot = false, uid = 0 } = this.#options;
    const isRoot = folder === this.#layer;
    if (/^\/(?:sys|proc)\//.test(path)) return 'Read-only file system';
    if (readonly || (isRoot && readonlyRoot)) return 'Read-only file system';
    return isRoot && uid !== 0 && !openFolders.test(path) ? 'Permission denied' : undefined;
  }

  makeDirectory(path: string): FileError | undefined {
    const clean = normalize(path);
    const { folder, name, readonly } = this.#locate(clean);
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    const parent = parentOf(clean);
    if (!this.isDirectory(parent)) this.makeDirectory(parent);
    folder.set(`${name}/.`, '');
    return undefined;
  }

  remove(path: string): FileError | undefined {
    const clean = normalize(path);
    const { folder, name, readonly } = this.#locate(clean);
    if (!folder.has(name)) {
      return this.isDirectory(clean) ? 'Is a directory' : 'No such file or directory';
    }
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    this.#charge(folder, -(folder.get(name)?.length ?? 0) - (folder.sizes.get(name) ?? 0));
    folder.delete(name);
    this.#countInodes(folder, -1);
    return undefined;
  }

  /** Names in a folder, sorted; undefined when it is not a folder. */
  list(path: string): readonly string[] | undefined {
    const clean = normalize(path);
    if (!this.isDirectory(clean)) return undefined;
    const names = this.#namesBelow(clean);
    names.delete('.');
    this.#cpuTime += names.size * nameTime;
    return [...names].sort();
  }

  /** The time on the CPU that all looks at it took so far. Whoever looks may count it. */
  get cpuTime(): Duration {
    return this.#cpuTime;
  }

  /** The names right below a folder; `.` stands for an empty one. */
  #namesBelow(folder: string): Set<string> {
    const names = new Set(this.#layer.namesBelow(folder === '/' ? '' : folder));
    for (const mount of this.#mounts) {
      const name = firstNameBelow(folder, mount.containerPath);
      if (name !== undefined) names.add(name);
      const inside = pathInMount(mount, folder);
      if (inside === undefined) continue;
      for (const below of mount.folder.namesBelow(inside)) names.add(below);
    }
    for (const name of this.#kernelNamesBelow(folder)) names.add(name);
    return names;
  }

  /** What the kernel shows right below a folder, some of it more than once. */
  #kernelNamesBelow(folder: string): readonly string[] {
    if (!ofKernel.test(folder)) return [];
    const paths = this.#options.kernel?.().paths ?? [];
    this.#cpuTime += paths.length * kernelFileTime;
    return paths.map((path) => firstNameBelow(folder, path)).filter((name) => name !== undefined);
  }

  #locate(path: string): { folder: Folder; name: string; readonly: boolean } {
    for (const { containerPath, folder, readonly, prefix } of this.#mounts) {
      if (path === containerPath) return { folder, name: prefix ?? '', readonly };
      if (path.startsWith(`${containerPath}/`)) {
        const name = path.slice(containerPath.length + 1);
        return { folder, name: prefix === undefined ? name : `${prefix}/${name}`, readonly };
      }
    }
    return { folder: this.#layer, name: path, readonly: false };
  }
}

const isFile = ({ folder, prefix = '' }: Mount): boolean => folder.has(prefix);

/** The name right below a folder that leads to a path; undefined: the path is elsewhere. */
function firstNameBelow(folder: string, path: string): string | undefined {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  if (!path.startsWith(prefix)) return undefined;
  const slash = path.indexOf('/', prefix.length);
  return path.slice(prefix.length, slash < 0 ? undefined : slash);
}

/** The path of a folder in what is mounted above it; undefined: it is not in this mount. */
function pathInMount({ containerPath, prefix }: Mount, folder: string): string | undefined {
  if (folder !== containerPath && !folder.startsWith(`${containerPath}/`)) return undefined;
  const rest = folder.slice(containerPath.length + 1);
  return [prefix ?? '', rest].filter((part) => part !== '').join('/');
}

const isAt = (mountPath: string, path: string): boolean => mountPath === path;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** A part of a path that is not as it stays: empty, `.` or `..`. */
const notNormal = /\/\.{0,2}(?:\/|$)/;

/** An absolute path without dots and double slashes; relative ones start at the root. */
function normalize(path: string): string {
  if (path.startsWith('/') && !notNormal.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
