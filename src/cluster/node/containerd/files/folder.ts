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
  /** By folder: its names, and how many files each of them stands for. */
  readonly #below = new Map<string, Map<string, number>>();
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

  override set(name: string, text: string): this {
    if (!this.has(name)) this.#index(name, 1);
    return super.set(name, text);
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
    const names = this.#below.get(folder) ?? new Map<string, number>();
    const count = (names.get(child) ?? 0) + change;
    if (count > 0) names.set(child, count);
    else names.delete(child);
    if (names.size > 0) this.#below.set(folder, names);
    else this.#below.delete(folder);
  }

  override delete(name: string): boolean {
    if (this.has(name)) this.#index(name, -1);
    this.sizes.delete(name);
    this.modes.delete(name);
    this.writers.delete(name);
    this.links.delete(name);
    return super.delete(name);
  }

  /** All bytes in it. */
  get usage(): number {
    let bytes = 0;
    for (const text of this.values()) bytes += text.length;
    for (const size of this.sizes.values()) bytes += size;
    return bytes;
  }
}
