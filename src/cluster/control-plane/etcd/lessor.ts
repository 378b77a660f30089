/**
 * Leases and the keys that are attached to them. Models etcd's server/lease lessor.
 *
 * In: grants, and which key was attached to which lease. Out: the keys to delete when a lease ends.
 * Leases are not renewed: Kubernetes grants a new one and moves the key to it.
 */
export class Lessor {
  #next: number;
  readonly #keys = new Map<number, Set<string>>();
  readonly #ttlSeconds = new Map<number, number>();

  /** `firstId` is the first lease id of this run. */
  constructor(firstId: number) {
    this.#next = firstId;
  }

  /** Grants a lease without keys. */
  grant(ttlSeconds = 0): number {
    const lease = this.#next++;
    this.#keys.set(lease, new Set());
    this.#ttlSeconds.set(lease, ttlSeconds);
    return lease;
  }

  /** The leases that have not ended, oldest first. */
  all(): readonly { readonly lease: number; readonly ttlSeconds: number }[] {
    return [...this.#ttlSeconds].map(([lease, ttlSeconds]) => ({ lease, ttlSeconds }));
  }

  exists(lease: number): boolean {
    return this.#keys.has(lease);
  }

  /** A key was written: detaches it from lease `from` and attaches it to `to`; 0 means none. */
  move(key: string, from: number, to: number): void {
    if (from === to) return;
    this.#keys.get(from)?.delete(key);
    this.#keys.get(to)?.add(key);
  }

  /** Ends a lease. Returns its keys, which are to be deleted, in byte order. */
  revoke(lease: number): readonly string[] {
    const keys = [...(this.#keys.get(lease) ?? [])].sort();
    this.#keys.delete(lease);
    this.#ttlSeconds.delete(lease);
    return keys;
  }
}
