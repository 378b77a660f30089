/**
 * The names of the resources that a cluster serves: what a page needs that shows objects, and what
 * `resources.ts` builds on.
 *
 * In: a kind, a plural, or a word a person typed. Out: its names and its folder in etcd, which
 * models kubernetes/pkg/kubeapiserver default_storage_factory_builder.go.
 */
import { resourceNamesTable } from './resource-names-table.ts';

export interface ResourceNames {
  readonly group: string;
  readonly version: string;
  /** `v1`, `apps/v1`: what stands in an object's apiVersion. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The name in URLs: `deployments`. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** Where etcd keeps it: `/registry/pods`, without a trailing slash. */
  readonly etcdPrefix: string;
}

/** All keys of API objects begin with it. */
export const etcdRoot = '/registry/';

/** Resources whose etcd directory is not their plural. */
const specialPrefixes: Readonly<Record<string, string>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  services: 'services/specs',
  'ingresses.networking.k8s.io': 'ingress',
};

/** Groups that keep their resources as custom resources are kept: in a directory of the group. */
const ownDirectories: readonly string[] = ['apiregistration.k8s.io', 'apiextensions.k8s.io'];

/** Where etcd keeps a custom resource, without a trailing slash. */
export const customEtcdPrefix = (group: string, plural: string): string =>
  `${etcdRoot}${group}/${plural}`;

/** The usual plural of a kind. Source: apimachinery restmapper.go UnsafeGuessKindToResource. */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('endpoints')) return singular;
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** Every resource, in discovery order: the core group, then the groups by priority. */
export const resourceNames: readonly ResourceNames[] = parseTable(resourceNamesTable);

/** What is served where its feature gates and --runtime-config say so. */
export const gatedNames: readonly ResourceNames[] = parseTable(
  '# certificates.k8s.io/v1beta1\nClusterTrustBundle!',
);

function parseTable(table: string): readonly ResourceNames[] {
  const found: ResourceNames[] = [];
  let apiVersion = '';
  for (const line of table.trim().split('\n')) {
    if (line.startsWith('# ')) apiVersion = line.slice(2);
    else found.push(parseRow(apiVersion, line));
  }
  return found;
}

function parseRow(apiVersion: string, line: string): ResourceNames {
  const [word = '', shortNames] = line.split(' ');
  const kind = word.replace('!', '');
  const plural = guessPlural(kind);
  const { group, version } = splitApiVersion(apiVersion);
  const qualified = group === '' ? plural : `${plural}.${group}`;
  return {
    group,
    version,
    apiVersion,
    kind,
    plural,
    singular: kind.toLowerCase(),
    shortNames: shortNames?.split(',') ?? [],
    namespaced: word === kind,
    etcdPrefix: ownDirectories.includes(group)
      ? customEtcdPrefix(group, plural)
      : etcdRoot + (specialPrefixes[qualified] ?? plural),
  };
}

/** `apps/v1` as its parts; the core group is empty. */
export function splitApiVersion(apiVersion: string): {
  readonly group: string;
  readonly version: string;
} {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/**
 * Names to resources as a person types them: plural, singular, short name or kind in lower case,
 * alone or with the group (`deployments.apps`) or version and group (`deployments.v1.apps`).
 * Of several groups with the same name the first in discovery order is meant.
 */
export function typedNames<R extends ResourceNames>(
  resources: readonly R[],
): ReadonlyMap<string, R> {
  const names = new Map<string, R>();
  const add = (name: string, info: R) => {
    if (!names.has(name)) names.set(name, info);
  };
  const full = (name: string, info: R) => {
    add(name, info);
    if (info.group !== '') add(`${name}.${info.group}`, info);
    add(`${name}.${info.version}.${info.group}`, info);
  };
  for (const info of resources) full(info.plural, info);
  for (const info of resources) full(info.singular, info);
  for (const info of resources) for (const name of info.shortNames) full(name, info);
  return names;
}
