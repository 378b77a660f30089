/**
 * The last written state of each slice. It distinguishes the controller's own changes from those of
 * others, and an outdated cache from a current one. Models k8s.io/endpointslice util
 * endpointslice_tracker.go.
 */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';

/** In place of a generation: the slice was deleted, but is still in the cache. */
const deletionExpected = -1;

export class SliceTracker {
  /** By service, then by the slice's uid. */
  readonly #generations = new Map<string, Map<string, number>>();

  /** Records a slice in the state that the server returned. */
  wrote(service: string, { metadata }: EndpointSlice): void {
    const known = this.#generations.get(service) ?? new Map<string, number>();
    this.#generations.set(service, known);
    known.set(metadata.uid, metadata.generation ?? 0);
  }

  deleted(service: string, { metadata }: EndpointSlice): void {
    this.#generations.get(service)?.set(metadata.uid, deletionExpected);
  }

  forget(service: string): void {
    this.#generations.delete(service);
  }

  /** Whether another client created or changed the slice. */
  isForeign(service: string, { metadata }: EndpointSlice): boolean {
    const generation = this.#generations.get(service)?.get(metadata.uid);
    return generation === undefined || (metadata.generation ?? 0) > generation;
  }

  /** A slice is gone; returns whether the controller did not delete it. */
  isSurprisedByDeletion(service: string, { metadata }: EndpointSlice): boolean {
    const known = this.#generations.get(service);
    const generation = known?.get(metadata.uid);
    known?.delete(metadata.uid);
    return generation !== undefined && generation !== deletionExpected;
  }

  /** Whether the cache's slices of a service are older than the written ones. */
  isStale(service: string, slices: readonly EndpointSlice[]): boolean {
    const known = this.#generations.get(service);
    if (known === undefined) return false;
    const given = new Set<string>();
    for (const { metadata } of slices) {
      given.add(metadata.uid);
      const generation = known.get(metadata.uid);
      if (generation === undefined) continue;
      if (generation === deletionExpected || generation > (metadata.generation ?? 0)) return true;
    }
    for (const [uid, generation] of known) {
      if (generation !== deletionExpected && !given.has(uid)) return true;
    }
    return false;
  }
}
