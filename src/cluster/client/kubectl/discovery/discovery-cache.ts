/**
 * kubectl's cache on disk of a server's resources.
 *
 * Models client-go discovery/cached/disk: one directory for each server, kept for six hours.
 * In: the time. Out: the resources, if they are cached and fresh enough.
 */
import { type Duration, hour, type SimTime } from '#base/sim-time';
import { resources as servedResources } from '#k8s.io/apimachinery/resources';
import type { DiscoveredResource } from './discovery-document.ts';

/** Source: cli-runtime config_flags.go ToDiscoveryClient. */
const discoveryCacheLifetime: Duration = 6 * hour;

export interface CachedDiscovery {
  readonly resources: readonly DiscoveredResource[];
  readonly writtenAt: SimTime;
}

export class DiscoveryCache {
  readonly #servers = new Map<string, CachedDiscovery>();

  read(server: string, now: SimTime): CachedDiscovery | undefined {
    const cached = this.#servers.get(server);
    const young = cached !== undefined && now - cached.writtenAt < discoveryCacheLifetime;
    return young ? cached : undefined;
  }

  write(server: string, cached: CachedDiscovery): void {
    this.#servers.set(server, cached);
  }
}

/**
 * The cache left by earlier use of kubectl with a server of this version. A machine that was used
 * before starts with it.
 */
export const earlierDiscovery = (writtenAt: SimTime): CachedDiscovery => ({
  writtenAt,
  resources: servedResources.map((info) => ({
    group: info.group,
    version: info.version,
    resource: info.plural,
    kind: info.kind,
    namespaced: info.namespaced,
    singular: info.singular,
    shortNames: info.shortNames,
    categories: info.categories,
    verbs: info.verbs,
    subresources: info.subresources.map(({ name }) => name),
  })),
});
