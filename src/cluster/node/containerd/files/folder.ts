/** Files of one mounted folder, in memory. */
import type { SimTime } from '#base/sim-time';

export interface Writer {
  readonly at: SimTime;
  readonly uid: number;
  readonly gid: number;
}

/** Files of one mounted folder by the path below it; the empty path is a mounted single file. */
export class Folder extends Map<string, string> {
  /** Of files that are larger than the text that is kept of them, in bytes. */
  readonly sizes = new Map<string, number>();
  /** When files were written last, and by whom. */
  readonly writers = new Map<string, Writer>();
  /** Of files whose mode was set. */
  readonly modes = new Map<string, number>();
  /** A tmpfs: what lies in it is memory of whoever wrote it. */
  readonly inMemory: boolean;

  /** How many bytes a tmpfs takes. */
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
