/**
 * The folder that a kubelet reads static pods from: `--pod-manifest-path`.
 *
 * Stands for a folder on the machine's disk, so it outlives the kubelet's process. In: files that a
 * person writes and removes. Out: their texts, and a signal in place of inotify.
 */
import type { Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { Signal } from '#sim/signal';
import type { Simulation } from '#sim/simulation';

export class ManifestFolder {
  readonly path = '/etc/kubernetes/manifests';
  readonly changed: Signal;
  readonly #files = new Map<string, string>();

  /** Parses a file's text: YAML or JSON. */
  readonly read: (text: string) => Result<JsonValue, string>;

  /** Validates a new pod with the API server's rules; returns the error text, if any. */
  readonly problemOf: (pod: Pod) => string | undefined;

  constructor(sim: Simulation, { read, problemOf }: Pick<ManifestFolder, 'problemOf' | 'read'>) {
    this.changed = new Signal(sim);
    this.read = read;
    this.problemOf = problemOf;
  }

  /** File names and texts, by name. */
  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }

  write(name: string, text: string): void {
    this.#files.set(name, text);
    this.changed.notifyAll();
  }

  /** Removes one file, or all of them. */
  remove(name?: string): void {
    if (name === undefined) this.#files.clear();
    else this.#files.delete(name);
    this.changed.notifyAll();
  }
}
