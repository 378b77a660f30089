/**
 * The files a container sees: its own writable layer over the image, and mounts from the node.
 *
 * Models a mount namespace in miniature. A mount is a path in the container and a folder (or file)
 * of the node's disk, so two containers that mount the same folder share what is in it.
 */

/** Files of one mounted folder by the path below it; the empty path is a mounted single file. */
export type Folder = Map<string, string>;

/** The mounted folders of a node by their path on it. */
export class HostDisk {
  readonly #folders = new Map<string, Folder>();

  /** The folder at a path of the node; `content` is put into it over what is there. */
  mount(path: string, content: Readonly<Record<string, string>> = {}): Folder {
    const folder = this.#folders.get(path) ?? new Map<string, string>();
    this.#folders.set(path, folder);
    for (const name in content) folder.set(name, content[name] ?? '');
    return folder;
  }

  /** Forgets what lies under a path. */
  remove(prefix: string): void {
    for (const path of [...this.#folders.keys()]) {
      if (path.startsWith(prefix)) this.#folders.delete(path);
    }
  }
}

export interface Mount {
  readonly containerPath: string;
  readonly folder: Folder;
  readonly readonly: boolean;
}

export type FileError = 'No such file or directory' | 'Read-only file system' | 'Is a directory';

export class FileSystem {
  readonly #mounts: readonly Mount[];
  readonly #layer: Folder;

  constructor(mounts: readonly Mount[], image: Readonly<Record<string, string>>) {
    // The longest path first: a mount inside a mount wins.
    this.#mounts = [...mounts].sort((a, b) => b.containerPath.length - a.containerPath.length);
    this.#layer = new Map(Object.entries(image));
  }

  /** The text of a file; undefined when there is none. */
  read(path: string): string | undefined {
    const { folder, name } = this.#locate(normalize(path));
    return folder.get(name);
  }

  isDirectory(path: string): boolean {
    const clean = normalize(path);
    if (clean === '/') return true;
    if (this.#mounts.some((mount) => isAt(mount.containerPath, clean) && !isFile(mount))) {
      return true;
    }
    const prefix = `${clean}/`;
    return this.#everyPath().some((known) => known.startsWith(prefix));
  }

  /** Undefined when it worked. */
  write(path: string, text: string): FileError | undefined {
    const clean = normalize(path);
    const { folder, name, readonly } = this.#locate(clean);
    if (readonly) return 'Read-only file system';
    if (this.isDirectory(clean)) return 'Is a directory';
    if (!this.isDirectory(parentOf(clean))) return 'No such file or directory';
    folder.set(name, text);
    return undefined;
  }

  makeDirectory(path: string): void {
    this.#layer.set(`${normalize(path)}/.`, '');
  }

  remove(path: string): FileError | undefined {
    const clean = normalize(path);
    const { folder, name, readonly } = this.#locate(clean);
    if (!folder.has(name)) {
      return this.isDirectory(clean) ? 'Is a directory' : 'No such file or directory';
    }
    if (readonly) return 'Read-only file system';
    folder.delete(name);
    return undefined;
  }

  /** Names in a folder, sorted; undefined when it is none. */
  list(path: string): readonly string[] | undefined {
    const clean = normalize(path);
    if (!this.isDirectory(clean)) return undefined;
    const prefix = clean === '/' ? '/' : `${clean}/`;
    const names = new Set<string>();
    for (const known of this.#everyPath()) {
      if (!known.startsWith(prefix)) continue;
      const name = known.slice(prefix.length).split('/')[0] ?? '';
      if (name !== '' && name !== '.') names.add(name);
    }
    return [...names].sort();
  }

  #everyPath(): readonly string[] {
    const mounted = this.#mounts.flatMap(({ containerPath, folder }) => [
      containerPath,
      ...[...folder.keys()].map((name) =>
        name === '' ? containerPath : `${containerPath}/${name}`,
      ),
    ]);
    return [...this.#layer.keys(), ...mounted];
  }

  #locate(path: string): { folder: Folder; name: string; readonly: boolean } {
    for (const { containerPath, folder, readonly } of this.#mounts) {
      if (path === containerPath) return { folder, name: '', readonly };
      if (path.startsWith(`${containerPath}/`)) {
        return { folder, name: path.slice(containerPath.length + 1), readonly };
      }
    }
    return { folder: this.#layer, name: path, readonly: false };
  }
}

const isFile = ({ folder }: Mount): boolean => folder.has('');

const isAt = (mountPath: string, path: string): boolean => mountPath === path;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** An absolute path without dots and double slashes; relative ones start at the root. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
