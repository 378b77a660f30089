/**
 * What the controller last wrote of each slice, to tell its own changes from those of others and a
 * cache that is behind from one that is not. Models k8s.io/endpointslice util
 * endpointslice_tracker.go.
 */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';

/** In place of a generation: the slice was deleted, and the cache has not seen it yet. */
const deletionExpected = -1;

export class SliceTracker {
  /** By service, then by uid of the slice. */
  readonly #generations = new Map<string, Map<string, number>>();

  /** A slice as the server answered it. */
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

  /** Whether somebody else made or changed the slice. */
  isForeign(service: string, { metadata }: EndpointSlice): boolean {
    const generation = this.#generations.get(service)?.get(metadata.uid);
    return generation === undefined || (metadata.generation ?? 0) > generation;
  }

  /** A slice is gone; whether that comes as a surprise. */
  isSurprisedByDeletion(service: string, { metadata }: EndpointSlice): boolean {
    const known = this.#generations.get(service);
    const generation = known?.get(metadata.uid);
    known?.delete(metadata.uid);
    return generation !== undefined && generation !== deletionExpected;
  }

  /** Whether the cache's slices of a service are older than what was written. */
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
