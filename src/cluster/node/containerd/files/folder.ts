/** Files of one mounted folder, in memory. */
import type { SimTime } from '#base/sim-time';

export interface Writer {
  readonly at: SimTime;
  readonly uid: number;
  readonly gid: number;
}

/** Files of one mounted folder by the path below it; the empty path is a mounted single file. */
export class Folder extends Map<string, string> {
  /** Sizes in bytes of files that are larger than the text kept of them. */
  readonly sizes = new Map<string, number>();
  /** When files were written last, and by whom. */
  readonly writers = new Map<string, Writer>();
  /** Of files whose mode was set. */
  readonly modes = new Map<string, number>();
  /** Where symbolic links lead. A link is an entry with an empty text, too. */
  readonly links = new Map<string, string>();
  /** The names of a file that has several: hard links. All of them have its text, mode, … */
  readonly #same = new Map<string, Set<string>>();
  /** By folder: its names, and how many files each of them stands for. */
  readonly #below = new Map<string, Map<string, number>>();
  /** Since a copy has the same names below: the folders whose names are this one’s own. */
  #own: Set<string> | undefined;
  /** A tmpfs: its files are charged as memory to the container that wrote them. */
  readonly inMemory: boolean;

  /** The size limit of a tmpfs in bytes. */
  readonly capacity: number;

  constructor(
    entries: Iterable<readonly [string, string]> = [],
    inMemory = false,
    capacity = Number.POSITIVE_INFINITY,
  ) {
    super();
    for (const [name, text] of entries) this.set(name, text);
    this.inMemory = inMemory;
    this.capacity = capacity;
  }

  /** A folder of its own with the same files: the files of an image, for one more container. */
  copy(): Folder {
    const copy = new Folder([], this.inMemory, this.capacity);
    for (const [name, text] of this) copy.#put(name, text);
    for (const [folder, names] of this.#below) copy.#below.set(folder, names);
    for (const [name, target] of this.links) copy.links.set(name, target);
    this.#own = new Set();
    copy.#own = new Set();
    return copy;
  }

  #put(name: string, text: string): void {
    super.set(name, text);
  }

  override set(name: string, text: string): this {
    if (!this.has(name)) this.#index(name, 1);
    for (const other of this.#same.get(name) ?? []) super.set(other, text);
    return super.set(name, text);
  }

  /** Gives a file another name; a symbolic link can have several, too. */
  setHardLink(name: string, to: string): void {
    const names = this.#same.get(name) ?? new Set([name]);
    const [text = '', target] = [this.get(name), this.links.get(name)];
    this.set(to, text);
    if (target !== undefined) this.links.set(to, target);
    copyEntry(this.sizes, name, to);
    copyEntry(this.modes, name, to);
    copyEntry(this.writers, name, to);
    names.add(to);
    for (const one of names) this.#same.set(one, names);
  }

  /** All names of a file, itself among them. */
  namesOf(name: string): ReadonlySet<string> {
    return this.#same.get(name) ?? new Set([name]);
  }

  sign(name: string, writer: Writer): void {
    for (const each of this.namesOf(name)) this.writers.set(each, writer);
  }

  setMode(name: string, mode: number): void {
    for (const each of this.namesOf(name)) this.modes.set(each, mode);
  }

  setSize(name: string, bytes: number): void {
    for (const each of this.namesOf(name)) this.sizes.set(each, bytes);
  }

  /** Whether it is the name under which a file with several is counted. */
  isCounted(name: string): boolean {
    const [first = name] = this.#same.get(name) ?? [];
    return first === name;
  }

  /** How many files there are, each once. */
  get inodes(): number {
    let more = 0;
    for (const name of this.#same.keys()) if (!this.isCounted(name)) more++;
    return this.size - more;
  }

  setLink(name: string, target: string): void {
    this.set(name, '');
    this.links.set(name, target);
  }

  /** The names right below a path, in no order; a folder without files has the name `.`. */
  namesBelow(path: string): Iterable<string> {
    return this.#below.get(path)?.keys() ?? [];
  }

  /** Whether there is anything below a path. */
  isFolder(path: string): boolean {
    return this.#below.has(path);
  }

  /** Counts a new or a removed file for every folder that it is in. */
  #index(name: string, change: 1 | -1): void {
    if (name === '') return;
    for (let at = name.startsWith('/') ? 0 : -1; ; ) {
      const next = name.indexOf('/', at + 1);
      const folder = name.slice(0, Math.max(0, at));
      const child = name.slice(at + 1, next < 0 ? undefined : next);
      this.#count(folder, child, change);
      if (next < 0) return;
      at = next;
    }
  }

  #count(folder: string, child: string, change: 1 | -1): void {
    const names = this.#ownNames(folder);
    const count = (names.get(child) ?? 0) + change;
    if (count > 0) names.set(child, count);
    else names.delete(child);
    if (names.size > 0) this.#below.set(folder, names);
    else this.#below.delete(folder);
  }

  /** The names below a folder, to be changed. */
  #ownNames(folder: string): Map<string, number> {
    const names = this.#below.get(folder);
    const isOwn = this.#own?.has(folder) !== false;
    this.#own?.add(folder);
    return names !== undefined && isOwn ? names : new Map(names);
  }

  override delete(name: string): boolean {
    if (this.has(name)) this.#index(name, -1);
    this.sizes.delete(name);
    this.modes.delete(name);
    this.writers.delete(name);
    this.links.delete(name);
    const names = this.#same.get(name);
    names?.delete(name);
    this.#same.delete(name);
    if (names?.size === 1) for (const last of names) this.#same.delete(last);
    return super.delete(name);
  }

  /** All bytes in it; those of a file with several names once. */
  get usage(): number {
    let bytes = 0;
    for (const text of this.values()) bytes += text.length;
    for (const size of this.sizes.values()) bytes += size;
    for (const name of this.#same.keys()) {
      if (!this.isCounted(name))
        bytes -= (this.get(name)?.length ?? 0) + (this.sizes.get(name) ?? 0);
    }
    return bytes;
  }
}

function copyEntry<T>(map: Map<string, T>, from: string, to: string): void {
  const value = map.get(from);
  if (value !== undefined) map.set(to, value);
}
