/**
 * A folder of the person's machine as a shell has it, which kubectl reads and writes, too.
 *
 * In: the machine's files, and a path. Out: a folder for file systems; `sync` brings both to the
 * same state: what either has changed since the last time, the other one gets.
 */
import type { LocalFiles } from '#cluster/client/kubectl/cp/local-files';
import { Folder } from '#cluster/node/containerd/files/folder';

export class SharedFolder {
  readonly path: string;
  readonly folder = new Folder();
  readonly #files: LocalFiles;
  /** What both had at the last time. */
  #known: ReadonlyMap<string, string> = new Map();

  constructor(files: LocalFiles, path: string) {
    this.#files = files;
    this.path = path;
    this.sync();
  }

  sync(): void {
    const merged = new Map(this.#files.entries(this.path));
    for (const [name, text] of this.folder) {
      if (this.#known.get(name) !== text) merged.set(name, text);
    }
    for (const name of this.#known.keys()) if (!this.folder.has(name)) merged.delete(name);
    for (const name of [...this.folder.keys()]) if (!merged.has(name)) this.folder.delete(name);
    for (const [name, text] of merged) {
      if (this.folder.get(name) !== text) this.folder.set(name, text);
    }
    this.#files.replace(this.path, merged);
    this.#known = merged;
  }
}
