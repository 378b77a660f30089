/**
 * The part of the discovery documents about the resources of other servers. Models
 * k8s.io/kube-aggregator pkg/apiserver handler_discovery.go: a group whose server does not answer
 * is listed as stale, without resources.
 */
import { defined } from '#base/defined';
import type { RemoteGroupVersion, RemoteResource } from '../aggregator/aggregator.ts';

type Remote = readonly RemoteGroupVersion[];

/** Aggregated discovery with the groups of other servers at the end. */
export function withRemoteGroups(document: object, remote: Remote): object {
  if (remote.length === 0) return document;
  const { items } = document as { readonly items: readonly object[] };
  const added = remote.map(({ group, version, resources }) => ({
    metadata: { name: group },
    versions: [
      {
        version,
        ...defined({ resources: resources?.map(discoveryOf) }),
        freshness: resources === undefined ? 'Stale' : 'Current',
      },
    ],
  }));
  return { ...document, items: [...items, ...added] };
}

const discoveryOf = (resource: RemoteResource): object => ({
  resource: resource.name,
  responseKind: { group: '', version: '', kind: resource.kind },
  scope: resource.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: resource.singularName,
  verbs: resource.verbs,
  ...defined({ shortNames: resource.shortNames }),
});

const apiGroup = ({ group, version }: RemoteGroupVersion): object => {
  const listed = { groupVersion: `${group}/${version}`, version };
  return { name: group, versions: [listed], preferredVersion: listed };
};

/** The list of groups for older clients. */
export function withRemoteGroupList(document: object, remote: Remote): object {
  if (remote.length === 0) return document;
  const { groups } = document as { readonly groups: readonly object[] };
  return { ...document, groups: [...groups, ...remote.map(apiGroup)] };
}

export function remoteGroupDocument(remote: Remote, group: string): object | undefined {
  const found = remote.find((each) => each.group === group);
  return found && { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(found) };
}
