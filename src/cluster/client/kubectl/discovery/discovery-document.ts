/**
 * Aggregated discovery: the resources that `/api` and `/apis` list.
 *
 * Models k8s.io/api/apidiscovery/v2 APIGroupDiscoveryList and client-go's reading of it
 * (discovery/aggregated_discovery.go). In: the document. Out: resources in its order.
 */
import type { Resource } from '#k8s.io/client-go/rest/resource';

/** A resource with the names a person may type for it. */
export interface DiscoveredResource extends Resource {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

export interface APIGroupDiscoveryList {
  readonly kind: 'APIGroupDiscoveryList';
  readonly items?: readonly GroupDiscovery[];
}

interface GroupDiscovery {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly VersionDiscovery[];
}

interface VersionDiscovery {
  readonly version: string;
  readonly resources?: readonly ResourceDiscovery[];
  /** `Stale`: the server behind did not answer. */
  readonly freshness?: string;
}

interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string };
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singularResource?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

/** What clients ask for. Source: discovery_client.go acceptDiscoveryFormats. */
export const acceptDiscovery =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

/** Every resource of a document. */
export const discoveredResources = (
  document: APIGroupDiscoveryList,
): readonly DiscoveredResource[] =>
  (document.items ?? []).flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.map((resource) => discovered(metadata?.name ?? '', version, resource)),
    ),
  );

/** `GROUP/VERSION` of every version of a document, and whether its server is known to answer. */
export const discoveredVersions = (
  document: APIGroupDiscoveryList,
): readonly (readonly [groupVersion: string, fresh: boolean])[] =>
  (document.items ?? []).flatMap(({ metadata, versions = [] }) =>
    versions.map(({ version, freshness }) => {
      const group = metadata?.name ?? '';
      return [group === '' ? version : `${group}/${version}`, freshness !== 'Stale'] as const;
    }),
  );

function discovered(group: string, version: string, found: ResourceDiscovery): DiscoveredResource {
  const kind = found.responseKind?.kind ?? '';
  return {
    group,
    version,
    resource: found.resource,
    kind,
    namespaced: found.scope === 'Namespaced',
    singular: found.singularResource || kind.toLowerCase(),
    shortNames: found.shortNames ?? [],
    categories: found.categories ?? [],
    verbs: found.verbs ?? [],
    subresources: (found.subresources ?? []).map(({ subresource }) => subresource),
  };
}
