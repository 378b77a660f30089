/**
 * The resources this cluster serves, and every way to find one.
 *
 * Models what a client learns from discovery (k8s.io/client-go/restmapper) and what the API
 * server knows of storage keys (kubernetes/pkg/kubeapiserver default_storage_factory_builder.go).
 * In: a kind, a plural, or a word a person typed. Out: one frozen `ResourceInfo`, or undefined.
 */
import { must } from '#base/assert';
import type { GroupResource } from './errors.ts';
import type { KubeObject } from './meta/v1.ts';
import { gatedNames, type ResourceNames, resourceNames, typedNames } from './resource-names.ts';
import { resourceTable } from './resource-table.ts';

export interface ResourceInfo extends ResourceNames {
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly SubresourceInfo[];
  /** `/api/v1` or `/apis/apps/v1`. */
  readonly groupVersionPath: string;
}

export interface SubresourceInfo {
  /** `status`, `scale`, `binding`. */
  readonly name: string;
  /** Group of the body's kind, e.g. `autoscaling` for Scale. */
  readonly group: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

const allVerbs = 'create,delete,deletecollection,get,list,patch,update,watch'.split(',');
const ownSubresourceVerbs = ['get', 'patch', 'update'];

/** Every resource, in discovery order: the core group, then the groups by priority. */
export const resources: readonly ResourceInfo[] = resourcesOf(resourceTable);

/**
 * ClusterTrustBundles, of v1beta1: served where the feature gate of that name is on and
 * --runtime-config names them.
 */
export const clusterTrustBundles: ResourceInfo = infoOf(must(gatedNames[0], 'it is named'), [
  '-',
  '*',
]);

function resourcesOf(table: string): readonly ResourceInfo[] {
  const rows = new Map<string, readonly string[]>();
  let apiVersion = '';
  for (const line of table.trim().replaceAll('\n  ', ' ').split('\n')) {
    if (line.startsWith('# ')) apiVersion = line.slice(2);
    else rows.set(`${apiVersion}/${line.split(' ', 1)[0]}`, line.split(' ').slice(1));
  }
  return resourceNames.map((names) => infoOf(names, rows.get(`${names.apiVersion}/${names.kind}`)));
}

function infoOf(names: ResourceNames, row: readonly string[] = []): ResourceInfo {
  const [categories, verbs, ...subresources] = row;
  const { group, version, apiVersion, kind } = names;
  return Object.freeze({
    ...names,
    categories: listOf(categories),
    verbs: verbs === '*' ? allVerbs : listOf(verbs),
    subresources: subresources.map((word) => parseSubresource(word, group, kind)),
    groupVersionPath: group === '' ? `/api/${version}` : `/apis/${apiVersion}`,
  });
}

function listOf(words = '-'): readonly string[] {
  return words === '-' ? [] : words.split(',');
}

function parseSubresource(word: string, ownGroup: string, ownKind: string): SubresourceInfo {
  const [name = '', body, verbs] = word.split(':');
  if (body === undefined) {
    return { name, group: ownGroup, kind: ownKind, verbs: ownSubresourceVerbs };
  }
  const dot = body.indexOf('.');
  return dot < 0
    ? { name, group: '', kind: body, verbs: listOf(verbs) }
    : { name, group: body.slice(dot + 1), kind: body.slice(0, dot), verbs: listOf(verbs) };
}

const byPlural = new Map(resources.map((info) => [`${info.apiVersion}/${info.plural}`, info]));
const byKind = new Map(resources.map((info) => [`${info.apiVersion}/${info.kind}`, info]));

/** The resource behind a URL. */
export const resourceFor = (
  group: string,
  version: string,
  plural: string,
): ResourceInfo | undefined =>
  byPlural.get(`${group === '' ? version : `${group}/${version}`}/${plural}`);

/** The resource of an object's own apiVersion and kind. */
export const resourceForKind = (apiVersion: string, kind: string): ResourceInfo | undefined =>
  byKind.get(`${apiVersion}/${kind}`);

/** The resource an object belongs to; it is a bug to ask for a kind that is not served. */
export function resourceOf(object: Pick<KubeObject, 'apiVersion' | 'kind'>): ResourceInfo {
  const info = resourceForKind(object.apiVersion, object.kind);
  if (info === undefined) throw new Error(`no resource serves ${object.apiVersion} ${object.kind}`);
  return info;
}

/** Whether any version of this group is served, and which. The first is the preferred one. */
export const versionsOf = (group: string): readonly string[] => [
  ...new Set(resources.filter((info) => info.group === group).map((info) => info.version)),
];

const byTypedName = typedNames(resources);

/** Models restmapper shortcut expansion and `kubectl`'s resource argument. */
export const resourceForTypedName = (name: string): ResourceInfo | undefined =>
  byTypedName.get(name) ?? byTypedName.get(name.toLowerCase());

/** The resources of a category such as `all`. Source: restmapper CategoryExpander. */
export const resourcesInCategory = (category: string): readonly ResourceInfo[] =>
  resources.filter((info) => info.categories.includes(category));

export const subresourceOf = (info: ResourceInfo, name: string): SubresourceInfo | undefined =>
  info.subresources.find((sub) => sub.name === name);

/** The group and plural as errors name them, with a subresource when there is one. */
export const groupResource = (info: ResourceInfo, subresource = ''): GroupResource => ({
  group: info.group,
  resource: subresource === '' ? info.plural : `${info.plural}/${subresource}`,
});

/** Source: apiserver pkg/registry/generic/registry/store.go NamespaceKeyFunc. */
export const etcdKey = (info: ResourceInfo, namespace: string | undefined, name: string): string =>
  info.namespaced ? `${info.etcdPrefix}/${namespace}/${name}` : `${info.etcdPrefix}/${name}`;

/** The key prefix, with its slash, under which a list or watch reads. */
export const etcdListPrefix = (info: ResourceInfo, namespace?: string): string =>
  info.namespaced && namespace !== undefined && namespace !== ''
    ? `${info.etcdPrefix}/${namespace}/`
    : `${info.etcdPrefix}/`;

/** The URL of a collection or of one object, with a subresource when it is given. */
export function resourcePath(
  info: ResourceInfo,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): string {
  const scope =
    info.namespaced && namespace !== undefined && namespace !== ''
      ? `/namespaces/${namespace}`
      : '';
  const object = name === undefined ? '' : `/${name}`;
  const part = subresource === undefined || subresource === '' ? '' : `/${subresource}`;
  return `${info.groupVersionPath}${scope}/${info.plural}${object}${part}`;
}
