/**
 * The files of a person's machine: what `kubectl cp` brought there, and what they wrote.
 *
 * In: absolute paths, or paths below the folder that a command is run in. Out: texts, names, or the
 * error of Go's os package. The kubeconfigs are not among them (`kubeconfig/workstation.ts`).
 */
import { err, ok, type Result } from '#base/result';

/** The files as a command sees them that is run in a folder. */
export interface LocalFolder {
  read(path: string): string | undefined;
  isFolder(path: string): boolean;
  /** The names in a folder, sorted. */
  list(path: string): readonly string[];
  makeFolder(path: string): Result<void, string>;
  /** The parents are made; the error is that of os.Create or os.MkdirAll. */
  write(path: string, text: string): Result<void, string>;
}

/** A path without `.`, `..`, and slashes that say nothing. Source: filepath.Clean. */
export function cleanPath(path: string): string {
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (!rooted) parts.push(part);
  }
  return (rooted ? '/' : '') + parts.join('/') || '.';
}

export class LocalFiles {
  readonly #texts = new Map<string, string>();
  readonly #folders: Set<string>;
  /** Where each person stands, by their home; absent: at home. */
  readonly #places = new Map<string, string>();

  constructor(homes: readonly string[]) {
    this.#folders = new Set(['/', '/home', '/tmp', ...homes]);
  }

  /** The folder that a person's commands are run in. */
  placeOf(home: string): string {
    const place = this.#places.get(home) ?? home;
    return this.#folders.has(place) ? place : home;
  }

  /** From now on their commands are run there. */
  setPlace(home: string, folder: string): void {
    this.#places.set(home, folder);
  }

  seenFrom(folder: string): LocalFolder {
    const at = (path: string): string =>
      cleanPath(path.startsWith('/') ? path : `${folder}/${path}`);
    return {
      read: (path) => this.#texts.get(at(path)),
      isFolder: (path) => this.#folders.has(at(path)),
      list: (path) => this.#list(at(path)),
      makeFolder: (path) => this.#makeFolder(at(path), path),
      write: (path, text) => this.#write(at(path), path, text),
    };
  }

  /** The files below a folder by the path there; a folder itself has the name `.` there. */
  entries(folder: string): readonly (readonly [string, string])[] {
    const below = (path: string): string => path.slice(folder.length + 1);
    const isInside = (path: string): boolean => path.startsWith(`${folder}/`);
    const texts = [...this.#texts].filter(([path]) => isInside(path));
    const folders = [...this.#folders].filter(isInside);
    return [
      ...texts.map(([path, text]) => [below(path), text] as const),
      ...folders.map((path) => [`${below(path)}/.`, ''] as const),
    ];
  }

  /** Puts other entries in the place of all below a folder. */
  replace(folder: string, entries: Iterable<readonly [string, string]>): void {
    const isInside = (path: string): boolean => path.startsWith(`${folder}/`);
    for (const path of [...this.#texts.keys()].filter(isInside)) this.#texts.delete(path);
    for (const path of [...this.#folders].filter(isInside)) this.#folders.delete(path);
    for (const [name, text] of entries) {
      const path = `${folder}/${name}`;
      this.#makeFolder(cleanPath(`${path}/..`), path);
      if (!path.endsWith('/.')) this.#texts.set(path, text);
      else this.#makeFolder(path.slice(0, -2), path);
    }
  }

  #list(folder: string): readonly string[] {
    const prefix = folder === '/' ? '/' : `${folder}/`;
    const all = [...this.#texts.keys(), ...this.#folders];
    const inside = all.filter((path) => path !== folder && path.startsWith(prefix));
    return [...new Set(inside.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))].sort();
  }

  #makeFolder(path: string, typed: string): Result<void, string> {
    const parts = path.split('/').slice(1);
    for (let length = 1; length <= parts.length; length++) {
      const each = `/${parts.slice(0, length).join('/')}`;
      if (this.#texts.has(each)) return err(`mkdir ${typed}: not a directory`);
      this.#folders.add(each);
    }
    return ok(undefined);
  }

  #write(path: string, typed: string, text: string): Result<void, string> {
    if (this.#folders.has(path)) return err(`open ${typed}: is a directory`);
    const parent = cleanPath(`${path}/..`);
    const made = parent === '/' ? ok(undefined) : this.#makeFolder(parent, parent);
    if (!made.ok) return made;
    this.#texts.set(path, text);
    return ok(undefined);
  }
}
