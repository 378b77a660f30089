/**
 * The watchers of a resource, indexed so that a change finds those that may match without checking
 * all.
 *
 * Models k8s.io/apiserver pkg/storage/cacher indexedWatchers: by namespace, by metadata.name and,
 * for pods, by spec.nodeName, so that a pod event costs the same with ten kubelets or a thousand.
 */
import { requiredValue } from '#k8s.io/apimachinery/fields';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { CacheWatcher } from './cache-watcher.ts';

const namePrefix = 'name/';

export class WatcherIndex {
  /** The indexed field besides the name, if the resource has one: `spec.nodeName`. */
  readonly #triggerField: string | undefined;
  readonly #files = new Map<string, Set<CacheWatcher>>();
  #size = 0;
  /** How many watchers watch one object by name; zero for most resources. */
  #named = 0;

  constructor(triggerField: string | undefined) {
    this.#triggerField = triggerField;
  }

  get size(): number {
    return this.#size;
  }

  add(watcher: CacheWatcher): void {
    const file = this.#fileOf(watcher);
    let set = this.#files.get(file);
    if (set === undefined) {
      set = new Set();
      this.#files.set(file, set);
    }
    set.add(watcher);
    this.#size++;
    if (file.startsWith(namePrefix)) this.#named++;
  }

  delete(watcher: CacheWatcher): void {
    const file = this.#fileOf(watcher);
    const set = this.#files.get(file);
    if (set?.delete(watcher) !== true) return;
    this.#size--;
    if (file.startsWith(namePrefix)) this.#named--;
    if (set.size === 0) this.#files.delete(file);
  }

  /** All watchers, in the order of the index. */
  all(): readonly CacheWatcher[] {
    return [...this.#files.values()].flatMap((set) => [...set]);
  }

  /** The watchers that may match a change from `previous` to `object`. */
  candidates(object: KubeObject, previous: KubeObject | undefined): readonly CacheWatcher[] {
    if (this.#size === 0) return [];
    const { name, namespace = '' } = object.metadata;
    const found: CacheWatcher[] = [];
    this.#collect('', found);
    if (namespace !== '') this.#collect(`namespace/${namespace}`, found);
    if (this.#named > 0) {
      this.#collect(`${namePrefix}${namespace}/${name}`, found);
      if (namespace !== '') this.#collect(`${namePrefix}/${name}`, found);
    }
    this.#collectTriggered(object, previous, found);
    return found;
  }

  #collectTriggered(
    object: KubeObject,
    previous: KubeObject | undefined,
    found: CacheWatcher[],
  ): void {
    if (this.#triggerField === undefined) return;
    const now = nodeNameOf(object);
    const before = previous === undefined ? '' : nodeNameOf(previous);
    if (now !== '') this.#collect(`trigger/${now}`, found);
    if (before !== '' && before !== now) this.#collect(`trigger/${before}`, found);
  }

  #collect(file: string, found: CacheWatcher[]): void {
    const set = this.#files.get(file);
    if (set !== undefined) for (const watcher of set) found.push(watcher);
  }

  #fileOf({ namespace, selection }: CacheWatcher): string {
    const name = requiredValue(selection.fields, 'metadata.name');
    if (name !== undefined) return `${namePrefix}${namespace}/${name}`;
    const trigger =
      this.#triggerField === undefined
        ? undefined
        : requiredValue(selection.fields, this.#triggerField);
    // Watchers for pods without a node are few; they check every change.
    if (trigger !== undefined && trigger !== '') return `trigger/${trigger}`;
    return namespace === '' ? '' : `namespace/${namespace}`;
  }
}

const nodeNameOf = (object: KubeObject): string =>
  (object.spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
