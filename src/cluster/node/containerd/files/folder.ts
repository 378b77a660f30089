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
  /** A tmpfs: its files are charged as memory to the container that wrote them. */
  readonly inMemory: boolean;

  /** The size limit of a tmpfs in bytes. */
  readonly capacity: number;

  constructor(
    entries: Iterable<readonly [string, string]> = [],
    inMemory = false,
    capacity = Number.POSITIVE_INFINITY,
  ) {
    super(entries);
    this.inMemory = inMemory;
    this.capacity = capacity;
  }

  override delete(name: string): boolean {
    this.sizes.delete(name);
    this.modes.delete(name);
    this.writers.delete(name);
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
