/**
 * The discovery documents, made from the resource table.
 *
 * Models k8s.io/apiserver pkg/endpoints/discovery (aggregated v2 and the older lists). The groups
 * and resources never change while the server runs, so each document is made once.
 */
import { type ResourceInfo, resources, versionsOf } from '#k8s.io/apimachinery/resources';

/** Groups in the order of their priority, without the core group. */
const groups: readonly string[] = [
  ...new Set(resources.map(({ group }) => group).filter((group) => group !== '')),
];

const resourcesOf = (group: string, version: string): readonly ResourceInfo[] =>
  resources.filter((info) => info.group === group && info.version === version);

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Aggregated discovery of the core group, `GET /api`. */
export const aggregatedCore = once(() => aggregated(['']));
/** Aggregated discovery of all other groups, `GET /apis`. */
export const aggregatedGroups = once(() => aggregated(groups));

const aggregated = (of: readonly string[]): object => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: of.map((group) => ({
    metadata: group === '' ? {} : { name: group },
    versions: versionsOf(group).map((version) => ({
      version,
      resources: resourcesOf(group, version).map(resourceDiscovery),
      freshness: 'Current',
    })),
  })),
});

export const resourceDiscovery = (info: ResourceInfo): object => ({
  resource: info.plural,
  responseKind: { group: '', version: '', kind: info.kind },
  scope: info.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: info.singular,
  verbs: info.verbs,
  ...(info.shortNames.length > 0 && { shortNames: info.shortNames }),
  ...(info.categories.length > 0 && { categories: info.categories }),
  ...(info.subresources.length > 0 && {
    subresources: info.subresources.map(({ name, group, kind, verbs }) => ({
      subresource: name,
      responseKind: { ...responseKind(info, group, kind) },
      verbs,
    })),
  }),
});

/** Group and version are empty where they equal those of the resource. */
function responseKind(info: ResourceInfo, group: string, kind: string): object {
  if (group === info.group) return { group: '', version: '', kind };
  return { group, version: 'v1', kind };
}

/** `GET /api` for older clients. */
export const apiVersions = (address: string): object => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [
    { clientCIDR: '0.0.0.0/0', serverAddress: address.replace(/^https?:\/\//, '') },
  ],
});

const groupVersions = (group: string): readonly { groupVersion: string; version: string }[] =>
  versionsOf(group).map((version) => ({ groupVersion: `${group}/${version}`, version }));

const apiGroup = (group: string): object => {
  const versions = groupVersions(group);
  return { name: group, versions, preferredVersion: versions[0] };
};

/** `GET /apis` for older clients. */
export const apiGroupList = once(() => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groups.map(apiGroup),
}));

/** `GET /apis/apps`; undefined for a group that is not served. */
export const apiGroupDocument = (group: string): object | undefined =>
  groups.includes(group) ? { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(group) } : undefined;

const lists = new Map<string, object>();

/** `GET /apis/apps/v1` and `GET /api/v1`; undefined for a version that is not served. */
export function apiResourceList(group: string, version: string): object | undefined {
  const groupVersion = group === '' ? version : `${group}/${version}`;
  let list = lists.get(groupVersion);
  if (list === undefined) {
    const found = resourcesOf(group, version);
    if (found.length === 0) return undefined;
    const entries = found.flatMap(resourceEntries);
    list = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: entries };
    lists.set(groupVersion, list);
  }
  return list;
}

/** A resource and its subresources, each as one entry. */
export const resourceEntries = (info: ResourceInfo): readonly object[] => [
  {
    name: info.plural,
    singularName: info.singular,
    namespaced: info.namespaced,
    kind: info.kind,
    verbs: info.verbs,
    ...(info.shortNames.length > 0 && { shortNames: info.shortNames }),
    ...(info.categories.length > 0 && { categories: info.categories }),
  },
  ...info.subresources.map(({ name, group, kind, verbs }) => ({
    name: `${info.plural}/${name}`,
    singularName: '',
    namespaced: info.namespaced,
    ...(group !== info.group && { group, version: 'v1' }),
    kind,
    verbs,
  })),
];
