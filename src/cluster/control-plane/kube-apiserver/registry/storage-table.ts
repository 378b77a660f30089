/**
 * The storage of each resource and subresource: `''` is the resource itself. Every request looks
 * here, so the table has nested maps, and no key needs to be built.
 */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { RestStorage } from './rest-storage.ts';

type OfResource = Map<string, RestStorage>;

export class StorageTable {
  readonly #versions = new Map<string, Map<string, OfResource>>();

  get({ apiVersion, plural }: ResourceInfo, subresource: string): RestStorage | undefined {
    return this.#versions.get(apiVersion)?.get(plural)?.get(subresource);
  }

  set({ apiVersion, plural }: ResourceInfo, subresource: string, storage: RestStorage): void {
    const resources = this.#versions.get(apiVersion) ?? new Map<string, OfResource>();
    this.#versions.set(apiVersion, resources);
    const parts = resources.get(plural) ?? new Map<string, RestStorage>();
    resources.set(plural, parts);
    parts.set(subresource, storage);
  }

  delete({ apiVersion, plural }: ResourceInfo, subresource: string): void {
    this.#versions.get(apiVersion)?.get(plural)?.delete(subresource);
  }
}
