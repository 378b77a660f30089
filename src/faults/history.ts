/**
 * What etcd held at each moment of a run, read from its commits.
 *
 * In: the facts of a run as they come. Out: the versions of each key, and the present objects.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';

/** A key in its state from one commit to the next. */
export interface Version {
  readonly key: string;
  readonly fact: FactId;
  readonly at: number;
  readonly revision: number;
  /** `undefined`: it was deleted. */
  readonly value: KubeObject | undefined;
}

/** A commit with what its key held before. */
export interface Change extends Version {
  readonly previous: KubeObject | undefined;
}

export class History {
  readonly #versions = new Map<string, Version[]>();
  readonly #commits: FactOf<'TxnCommitted'>[] = [];
  /** `pods` → `/registry/pods/`, as the API server's own writes and its watch caches show. */
  readonly #prefixes = new Map<string, string>();
  readonly #changes = new Map<string, { commits: number; changes: readonly Change[] }>();
  readonly #requests = new Map<number, FactOf<'RequestInfoResolved'>>();
  #read = 0;

  /** Takes the facts that came since the last call; the list only grows. */
  take(facts: readonly Fact[]): void {
    for (; this.#read < facts.length; this.#read++) {
      const fact = facts[this.#read];
      if (fact?.type === 'TxnCommitted') this.#commit(fact);
      if (fact?.type === 'RequestInfoResolved') this.#requests.set(fact.request, fact);
      if (fact?.type === 'StorageWriteStarted') this.#learn(fact);
    }
  }

  /** Where the API server itself says that it has the objects of a resource. */
  know(resource: string, prefix: string): void {
    this.#prefixes.set(resource, prefix);
  }

  /** In their order. */
  get commits(): readonly FactOf<'TxnCommitted'>[] {
    return this.#commits;
  }

  /** The last revision that was committed before a fact. */
  revisionAt(fact: FactId): number {
    let [from, to] = [0, this.#commits.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#commits[middle]?.id ?? 0) < fact) from = middle + 1;
      else to = middle;
    }
    return this.#commits[from - 1]?.revision ?? 0;
  }

  /** The versions of a key, oldest first. */
  of(key: string): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }

  /** All changes below a prefix, in their order. */
  changes(prefix: string): readonly Change[] {
    const known = this.#changes.get(prefix);
    if (known?.commits === this.#commits.length) return known.changes;
    const changes: Change[] = [];
    for (const [key, versions] of this.#versions) {
      if (!key.startsWith(prefix)) continue;
      versions.forEach((version, index) => {
        changes.push({ ...version, previous: versions[index - 1]?.value });
      });
    }
    changes.sort((a, b) => a.revision - b.revision);
    this.#changes.set(prefix, { commits: this.#commits.length, changes });
    return changes;
  }

  /** Where the objects of a resource are: `/registry/pods/`. */
  prefixOf(resource: string): string | undefined {
    return this.#prefixes.get(resource);
  }

  /** The last version of each key below a prefix, up to a revision; deleted ones too. */
  *lastVersions(prefix: string, revision = Number.POSITIVE_INFINITY): Generator<Version> {
    for (const [key, versions] of this.#versions) {
      if (!key.startsWith(prefix)) continue;
      const last = versions.findLast((version) => version.revision <= revision);
      if (last !== undefined) yield last;
    }
  }

  /** The objects below a prefix as they are now. */
  objects<T extends KubeObject>(prefix: string): readonly T[] {
    return [...this.lastVersions(prefix)].flatMap(({ value }) =>
      value === undefined ? [] : [value as T],
    );
  }

  #commit(fact: FactOf<'TxnCommitted'>): void {
    this.#commits.push(fact);
    const { id, at, key, revision } = fact;
    const version = { key, fact: id, at, revision, value: fact.value as KubeObject | undefined };
    const known = this.#versions.get(key);
    if (known === undefined) this.#versions.set(key, [version]);
    else known.push(version);
  }

  #learn({ request, key }: FactOf<'StorageWriteStarted'>): void {
    const ref = this.#requests.get(request)?.ref;
    if (ref === undefined || this.#prefixes.has(ref.resource)) return;
    const namespaced = ref.namespace !== '' && ref.resource !== 'namespaces';
    const depth = namespaced ? 2 : 1;
    const prefix = `${key.split('/').slice(0, -depth).join('/')}/`;
    if (namespaced && !key.includes(`/${ref.namespace}/`)) return;
    this.#prefixes.set(ref.resource, prefix);
  }
}
