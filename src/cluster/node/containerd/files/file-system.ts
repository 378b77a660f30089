/**
 * The files that a container sees: its own writable layer over the image, and mounts from the node.
 *
 * Models a mount namespace in miniature. A mount is a path in the container and a folder (or file)
 * of the node's disk, so two containers that mount the same folder share what is in it.
 */

import { type Duration, microsecond, type SimTime } from '#base/sim-time';
import { encodeUtf8 } from '#base/utf8';
import type { FileError, FileSystemOptions, Links, Mount } from './file-types.ts';
import type { Folder, Writer } from './folder.ts';
import { imageFolder } from './image-folder.ts';
import { firstNameBelow, foldersAbove, followed, normalize, parentOf } from './paths.ts';

/** Paths below which the kernel provides the files. */
const ofKernel = /^\/(?:sys|dev|proc)(?:\/|$)/;

/** A device that takes every write and returns nothing. */
const nullDevice = '/dev/null';

/** Nobody can read here what a process printed. */
const ownOutput = /^\/proc\/(?:self|1)\/fd\/[12]$/;

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
  readonly #mounts: readonly PlacedMount[];
  /** Folders above a mount. */
  readonly #leading: ReadonlySet<string>;
  /** The image's files and what was written over them; built at the first access. */
  #layerOrNone: Folder | undefined;
  readonly #image: Readonly<Record<string, string>>;

  readonly #options: FileSystemOptions;
  readonly #links: Links;
  /** When it was mounted. Files that were in it before get this time too. */
  readonly #madeAt: SimTime;
  #cpuTime: Duration = 0;

  constructor(
    mounts: readonly Mount[],
    image: Readonly<Record<string, string>>,
    options: FileSystemOptions = {},
  ) {
    this.#options = options;
    this.#image = image;
    this.#links = options.links ?? noLinks;
    // A mount's path may lead through a link of the image. The longest path first: a mount inside
    // a mount wins.
    this.#mounts = mounts
      .map((mount) => {
        const containerPath = this.#placeOf(mount.containerPath);
        return { ...mount, containerPath, below: `${containerPath}/` };
      })
      .sort((a, b) => b.containerPath.length - a.containerPath.length);
    this.#leading = new Set(
      this.#mounts.flatMap(({ containerPath }) => foldersAbove(containerPath)),
    );
    this.#madeAt = options.clock?.() ?? 0;
  }

  get #layer(): Folder {
    this.#layerOrNone ??= imageFolder(this.#image, this.#links).copy();
    return this.#layerOrNone;
  }

  /** Where a path of the image leads, before anything is mounted. */
  #placeOf(path: string): string {
    if (this.#options.links === undefined) return path;
    return followed(path, true, (at) => this.#links[at]) ?? path;
  }

  /** The path without links; with `last: false` its last part may be one. Undefined: a circle. */
  #real(path: string, last = true): string | undefined {
    const clean = normalize(path);
    const isPlain = clean === path || !path.split('/').includes('..');
    if (isPlain && !this.#leadsThroughLink(clean)) return clean;
    return followed(path, last, (at) => this.#targetOf(at));
  }

  /** Whether it or a folder above it is a link. No link leads to where something is mounted. */
  #leadsThroughLink(path: string): boolean {
    if (ofKernel.test(path) && this.#kernelLinkTo(path)) return true;
    const { folder, name } = this.#locate(path);
    if (folder.links.size === 0) return false;
    for (let end = name.indexOf('/', 1); end > 0; end = name.indexOf('/', end + 1)) {
      if (folder.links.has(name.slice(0, end))) return true;
    }
    return folder.links.has(name);
  }

  #kernelLinkTo(path: string): boolean {
    const { kernelLinkAt } = this.#options;
    if (kernelLinkAt === undefined || path.startsWith('/sys')) return false;
    for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      if (kernelLinkAt(path.slice(0, end)) !== undefined) return true;
    }
    return kernelLinkAt(path) !== undefined;
  }

  /** Where a link leads; undefined: there is no link. Folders above it are none. */
  #targetOf(path: string): string | undefined {
    const { folder, name } = this.#locate(path);
    return (
      folder.links.get(name) ??
      (ofKernel.test(path) ? this.#options.kernelLinkAt?.(path) : undefined)
    );
  }

  /** Where a symbolic link leads; undefined: there is none. */
  linkAt(path: string): string | undefined {
    const at = this.#real(path, false);
    return at === undefined ? undefined : this.#targetOf(at);
  }

  /** The path without links and dots, whether it exists or not; undefined: links in a circle. */
  realPath(path: string): string | undefined {
    return this.#real(path);
  }

  /** Why nothing could be found at a path. */
  whyMissing(path: string): FileError {
    const clean = this.#real(path);
    if (clean === undefined) return circle;
    const isLeftOut = ofKernel.test(clean) && this.#options.kernel?.().leavesOut(clean) === true;
    return isLeftOut
      ? 'podyssey: this file of the kernel is not simulated'
      : 'No such file or directory';
  }

  /** Whether there is something, or a link that leads nowhere. */
  exists(path: string): boolean {
    return this.linkAt(path) !== undefined || this.isDirectory(path) || this.#has(path);
  }

  #has(path: string): boolean {
    return this.read(path) !== undefined;
  }

  /** Makes a symbolic link. Undefined on success. */
  link(path: string, target: string): FileError | undefined {
    if (this.exists(path)) return 'File exists';
    const clean = this.#real(path, false);
    if (clean === undefined) return circle;
    if (!this.isDirectory(parentOf(clean))) return 'No such file or directory';
    const { folder, name, readonly } = this.#locate(clean);
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    if (!this.#countInodes(folder, 1)) return 'No space left on device';
    folder.setLink(name, target);
    this.#sign(folder, name);
    return undefined;
  }

  /**
   * Gives a file another name on the same mount; a symbolic link is not followed. Undefined on
   * success.
   */
  hardLink(path: string, to: string): FileError | undefined {
    const [from, clean] = [this.#real(path, false), this.#real(to, false)];
    if (from === undefined || clean === undefined) return circle;
    if (!this.exists(from)) return 'No such file or directory';
    if (this.exists(clean)) return 'File exists';
    if (!this.isDirectory(parentOf(clean))) return 'No such file or directory';
    const [old, place] = [this.#locate(from), this.#locate(clean)];
    const refusal = this.#refusal(clean, place.folder, place.readonly);
    if (refusal !== undefined) return refusal;
    const isLink = this.#targetOf(from) !== undefined;
    if (!isLink && this.isDirectory(from)) return 'Operation not permitted';
    const elsewhere = old.folder !== place.folder || old.mount !== place.mount;
    // Files of the kernel are in no folder.
    if (elsewhere || !old.folder.has(old.name)) return 'Invalid cross-device link';
    place.folder.setHardLink(old.name, place.name);
    return undefined;
  }

  /** How many names a file has; that of a symbolic link is asked of the link. */
  linkCount(path: string): number {
    const { folder, name } = this.#locate(this.#real(path, false) ?? path);
    return folder.namesOf(name).size;
  }

  /** Whether two paths are names of one file. */
  isSameFile(path: string, other: string): boolean {
    const [one, two] = [this.#locate(this.#real(path) ?? path), this.#real(other) ?? other];
    const { folder, name } = this.#locate(two);
    return one.folder === folder && folder.has(name) && folder.namesOf(name).has(one.name);
  }

  #sign(folder: Folder, name: string): void {
    const { clock, uid = 0, gid = 0 } = this.#options;
    folder.sign(name, { at: clock?.() ?? 0, uid, gid });
  }

  /** The text of a file; undefined when there is none. */
  read(path: string): string | undefined {
    const clean = this.#real(path);
    if (clean === undefined) return undefined;
    if (clean === nullDevice || ownOutput.test(clean)) return '';
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
    const clean = this.#real(path);
    this.#cpuTime += callTime;
    if (clean === undefined) return false;
    if (clean === '/') return true;
    if (this.#mounts.some((mount) => mount.containerPath === clean && !isFile(mount))) {
      return true;
    }
    if (this.#layer.isFolder(clean)) return true;
    return this.#isFolderOfMount(clean) || this.#kernelNamesBelow(clean).length > 0;
  }

  /** Whether a mount is below it, or it is a folder in one. */
  #isFolderOfMount(path: string): boolean {
    if (this.#leading.has(path)) return true;
    return this.#mounts.some((mount) => {
      const inside = pathInMount(mount, path);
      return inside !== undefined && mount.folder.isFolder(inside);
    });
  }

  /** Undefined on success. */
  write(path: string, text: string): FileError | undefined {
    const clean = this.#real(path);
    if (clean === undefined) return circle;
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
    this.#sign(folder, name);
    return undefined;
  }

  /** Sets the size of an existing file; its content does not matter. */
  setSize(path: string, bytes: number): FileError | undefined {
    const { folder, name } = this.#locate(this.#real(path) ?? path);
    if (!folder.has(name)) return 'No such file or directory';
    const more = bytes - (folder.sizes.get(name) ?? 0);
    if (!this.#charge(folder, more)) return 'No space left on device';
    folder.setSize(name, bytes);
    return undefined;
  }

  /** When it was written last, and by whom; with `last: false` that of a link itself. */
  statOf(path: string, last = true): Writer {
    const { folder, name } = this.#locate(this.#real(path, last) ?? path);
    return folder.writers.get(name) ?? { at: this.#madeAt, uid: 0, gid: 0 };
  }

  /** Its permission bits. */
  modeOf(path: string): number {
    const clean = this.#real(path) ?? path;
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
    return mount?.fileMode ?? usualFileMode;
  }

  /** Undefined on success. */
  setMode(path: string, mode: number): FileError | undefined {
    const clean = this.#real(path);
    if (clean === undefined) return circle;
    const { folder, name, readonly } = this.#locate(clean);
    if (!this.isDirectory(clean) && !folder.has(name)) return 'No such file or directory';
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal === undefined) folder.setMode(name, mode);
    return refusal;
  }

  /** Whether it is on a tmpfs. */
  isInMemory(path: string): boolean {
    return this.#locate(this.#real(path) ?? path).folder.inMemory;
  }

  /** In bytes. */
  sizeOf(path: string): number {
    const { folder, name } = this.#locate(this.#real(path) ?? path);
    return (folder.get(name)?.length ?? 0) + (folder.sizes.get(name) ?? 0);
  }

  /** Takes an empty folder away. */
  removeDirectory(path: string): FileError | undefined {
    const clean = this.#real(path, false);
    if (clean === undefined) return circle;
    if (this.#targetOf(clean) !== undefined) return 'Not a directory';
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
    for (const name of this.#layer.keys()) {
      const isImage = name in this.#image || name in this.#links;
      if (!isImage && this.#layer.isCounted(name)) count++;
    }
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
    const clean = this.#real(path);
    if (clean === undefined) return circle;
    const { folder, name, readonly } = this.#locate(clean);
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    const parent = parentOf(clean);
    if (!this.isDirectory(parent)) this.makeDirectory(parent);
    folder.set(`${name}/.`, '');
    return undefined;
  }

  /** A link goes, not what it leads to; a file goes with its last name. */
  remove(path: string): FileError | undefined {
    const clean = this.#real(path, false);
    if (clean === undefined) return circle;
    const { folder, name, readonly } = this.#locate(clean);
    if (!folder.has(name)) {
      return this.isDirectory(clean) ? 'Is a directory' : 'No such file or directory';
    }
    const refusal = this.#refusal(clean, folder, readonly);
    if (refusal !== undefined) return refusal;
    if (folder.namesOf(name).size > 1) {
      folder.delete(name);
      return undefined;
    }
    this.#charge(folder, -(folder.get(name)?.length ?? 0) - (folder.sizes.get(name) ?? 0));
    folder.delete(name);
    this.#countInodes(folder, -1);
    return undefined;
  }

  /** Names in a folder, sorted; undefined when it is not a folder. */
  list(path: string): readonly string[] | undefined {
    const clean = this.#real(path);
    if (clean === undefined || !this.isDirectory(clean)) return undefined;
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
    if (!ofKernel.test(folder)) return names;
    for (const path in this.#options.kernelLinks?.()) {
      const name = firstNameBelow(folder, path);
      if (name !== undefined) names.add(name);
    }
    return names;
  }

  /** What the kernel shows right below a folder, some of it more than once. */
  #kernelNamesBelow(folder: string): readonly string[] {
    if (!ofKernel.test(folder)) return [];
    const paths = this.#options.kernel?.().paths ?? [];
    this.#cpuTime += paths.length * kernelFileTime;
    return paths.map((path) => firstNameBelow(folder, path)).filter((name) => name !== undefined);
  }

  #locate(path: string): Located {
    for (const { containerPath: mount, below, folder, readonly, prefix } of this.#mounts) {
      if (path === mount) return { folder, name: prefix ?? '', readonly, mount };
      if (path.startsWith(below)) {
        const name = path.slice(below.length);
        return { folder, name: prefix === undefined ? name : `${prefix}/${name}`, readonly, mount };
      }
    }
    return { folder: this.#layer, name: path, readonly: false, mount: '' };
  }
}

interface PlacedMount extends Mount {
  /** What the paths in it begin with. */
  readonly below: string;
}

/** Where a path is: on which mount, and under what name in its folder. */
interface Located {
  readonly folder: Folder;
  readonly name: string;
  readonly readonly: boolean;
  readonly mount: string;
}

const noLinks: Links = {};
const circle = 'Too many levels of symbolic links';

const isFile = ({ folder, prefix = '' }: Mount): boolean => folder.has(prefix);

/** The path of a folder in what is mounted above it; undefined: it is not in this mount. */
function pathInMount(mount: PlacedMount, folder: string): string | undefined {
  const { containerPath, prefix, below } = mount;
  if (folder !== containerPath && !folder.startsWith(below)) return undefined;
  const rest = folder.slice(containerPath.length + 1);
  return [prefix ?? '', rest].filter((part) => part !== '').join('/');
}
