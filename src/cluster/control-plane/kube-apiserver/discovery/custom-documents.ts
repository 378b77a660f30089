/**
 * The part of the discovery documents about custom resources, and about built-in ones behind
 * feature gates. Models k8s.io/apiextensions-apiserver pkg/apiserver
 * customresource_discovery_controller.go: the groups of custom resources come after the built-in
 * ones, by name. A further version of a built-in group stands with the others of its group.
 */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import { resourceDiscovery, resourceEntries } from './documents.ts';

type Lookup = CustomResourceLookup | undefined;

/** Each group with its versions and their resources. */
function groupsOf(
  custom: Lookup,
): ReadonlyMap<string, ReadonlyMap<string, readonly ResourceInfo[]>> {
  const groups = new Map<string, Map<string, ResourceInfo[]>>();
  for (const info of custom?.list() ?? []) {
    let versions = groups.get(info.group);
    if (versions === undefined) {
      versions = new Map();
      groups.set(info.group, versions);
    }
    const known = versions.get(info.version);
    if (known === undefined) versions.set(info.version, [info]);
    else known.push(info);
  }
  return groups;
}

/** `v1` before `v1beta1`. Source: apimachinery version.CompareKubeAwareVersionStrings. */
function byPriority(a: string, b: string): number {
  const rank = (version: string): readonly [number, number, number] => {
    const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    if (match === null) return [-1, 0, 0];
    const [, major, stage, minor = '0'] = match;
    const level = stage === undefined ? 2 : stage === 'beta' ? 1 : 0;
    return [level, Number(major), Number(minor)];
  };
  const [x, y] = [rank(a), rank(b)];
  return y[0] - x[0] || y[1] - x[1] || y[2] - x[2];
}

const sorted = (versions: ReadonlyMap<string, readonly ResourceInfo[]>): readonly string[] =>
  [...versions.keys()].sort(byPriority);

/** Aggregated discovery with the custom groups. */
export function withCustomGroups(document: object, custom: Lookup): object {
  const groups = groupsOf(custom);
  if (groups.size === 0) return document;
  const { items } = document as { readonly items: readonly DiscoveredGroup[] };
  const added = [...groups].map(([group, versions]) => ({
    metadata: { name: group },
    versions: sorted(versions).map((version) => ({
      version,
      resources: (versions.get(version) ?? []).map(resourceDiscovery),
      freshness: 'Current',
    })),
  }));
  return { ...document, items: merged(items, added, ({ metadata }) => metadata.name) };
}

interface DiscoveredGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly object[];
}

/** Groups with their further versions, then those that are new. */
function merged<T extends { readonly versions: readonly object[] }>(
  groups: readonly T[],
  added: readonly T[],
  nameOf: (group: T) => string | undefined,
): readonly T[] {
  const more = new Map(added.map((group) => [nameOf(group), group]));
  const known = groups.map((group) => {
    const { versions = [] } = more.get(nameOf(group)) ?? {};
    more.delete(nameOf(group));
    return versions.length === 0 ? group : { ...group, versions: [...group.versions, ...versions] };
  });
  return [...known, ...more.values()];
}

interface ApiGroup {
  readonly name: string;
  readonly versions: readonly object[];
  readonly preferredVersion: object | undefined;
}

function apiGroup(group: string, versions: ReadonlyMap<string, readonly ResourceInfo[]>): ApiGroup {
  const listed = sorted(versions).map((version) => ({
    groupVersion: `${group}/${version}`,
    version,
  }));
  return { name: group, versions: listed, preferredVersion: listed[0] };
}

/** The list of groups for older clients. */
export function withCustomGroupList(document: object, custom: Lookup): object {
  const { groups } = document as { readonly groups: readonly ApiGroup[] };
  const added = [...groupsOf(custom)].map(([group, versions]) => apiGroup(group, versions));
  if (added.length === 0) return document;
  return { ...document, groups: merged(groups, added, ({ name }) => name) };
}

/** `GET /apis/GROUP`; `builtIn` is what every server has of it. */
export function customGroupDocument(
  custom: Lookup,
  group: string,
  builtIn: object | undefined,
): object | undefined {
  const versions = groupsOf(custom).get(group);
  if (versions === undefined) return builtIn;
  const own = apiGroup(group, versions);
  if (builtIn === undefined) return { kind: 'APIGroup', apiVersion: 'v1', ...own };
  return merged([builtIn as ApiGroup], [own], () => group)[0];
}

export function customResourceList(
  custom: Lookup,
  group: string,
  version: string,
): object | undefined {
  const found = groupsOf(custom).get(group)?.get(version);
  return (
    found && {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: `${group}/${version}`,
      resources: found.flatMap(resourceEntries),
    }
  );
}
