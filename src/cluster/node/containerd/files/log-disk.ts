/**
 * The log files below /var/log/pods of a node: the shims write them, the kubelet reads, renames,
 * compresses and removes them.
 *
 * Models what os.Rename, os.Remove and gzip do to files in the CRI log format
 * (kubernetes/pkg/kubelet/kuberuntime/logs). In: lines. Out: lines and sizes in bytes.
 */
import { utf8Length } from '#base/utf8';
import type { LogDisk as Contract, LogFile, LogLine } from '#k8s.io/cri-api/runtime';

/** `2026-01-01T00:00:00.000000000Z stdout F `, and the end of the line. */
const bytesAround = 41;

/** How many bytes of a text gzip makes one of. Nothing is compressed really. */
const compression = 10;

const compressSuffix = '.gz';

/** A file that is open for writing. It stays the same file when it gets another name. */
export class OpenLog implements LogFile {
  readonly #lines: LogLine[] = [];
  #bytes = 0;

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(line: LogLine): void {
    this.#lines.push(line);
    this.#bytes += utf8Length(line.text) + bytesAround;
  }
}

export class LogDisk implements Contract {
  /** By directory, then by path. */
  readonly #directories = new Map<string, Map<string, LogFile>>();

  /** Opens a file to write at its end; it is made if it is not there. */
  open(path: string): OpenLog {
    const known = this.file(path);
    if (known instanceof OpenLog) return known;
    const made = new OpenLog();
    this.#put(path, made);
    return made;
  }

  file(path: string): LogFile | undefined {
    return this.#directories.get(directoryOf(path))?.get(path);
  }

  rotatedOf(path: string): readonly string[] {
    const beside = this.#directories.get(directoryOf(path))?.keys() ?? [];
    return [...beside].filter((one) => one.startsWith(`${path}.`)).sort();
  }

  directories(): readonly string[] {
    return [...this.#directories.keys()];
  }

  files(directory: string): readonly string[] {
    return [...(this.#directories.get(directory)?.keys() ?? [])];
  }

  rename(path: string, to: string): void {
    const file = this.file(path);
    if (file === undefined) return;
    this.remove(path);
    this.#put(to, file);
  }

  compress(path: string): void {
    const file = this.file(path);
    if (file === undefined) return;
    this.remove(path);
    const bytes = Math.ceil(file.bytes / compression);
    this.#put(`${path}${compressSuffix}`, { lines: [], bytes });
  }

  remove(path: string): void {
    const directory = directoryOf(path);
    const files = this.#directories.get(directory);
    if (files?.delete(path) === true && files.size === 0) this.#directories.delete(directory);
  }

  removeDirectory(directory: string): void {
    this.#directories.delete(directory);
  }

  /** Bytes of all files in the directory that a file lies in. */
  usageBeside(path: string): number {
    let bytes = 0;
    for (const file of this.#directories.get(directoryOf(path))?.values() ?? []) {
      bytes += file.bytes;
    }
    return bytes;
  }

  #put(path: string, file: LogFile): void {
    const directory = directoryOf(path);
    const files = this.#directories.get(directory);
    if (files === undefined) this.#directories.set(directory, new Map([[path, file]]));
    else files.set(path, file);
  }
}

const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
