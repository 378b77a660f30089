/**
 * The names of API objects in a trace: where etcd keeps an object, the short key that the interface
 * knows it by, and the words for its resource. The list of served resources is in `resource-names`;
 * sides that know only facts read it through this file.
 *
 * - key in etcd: `/registry/minions/node-1`, `/registry/services/specs/default/web`
 * - object key: `nodes/node-1`, `services/default/web`: the plural without its group
 * - resource: a plural with or without its group (`deployments`, `deployments.apps`), or any other
 *   name by which kubectl knows it (`deploy`, `deployment`)
 */
import {
  customEtcdPrefix,
  etcdRoot,
  gatedNames,
  guessPlural,
  resourceNames,
  splitApiVersion,
  typedNames,
} from '#k8s.io/apimachinery/resource-names';
import type { ObjectRef } from './fact.ts';

/** The plural without its group: `deployments` of `deployments.apps`. */
export function withoutGroup(resource: string): string {
  return resource.split('.', 1)[0] ?? resource;
}

/** `pods/default/nginx`: an object by its resource without the group. */
export function objectKey({ resource, namespace, name }: ObjectRef): string {
  return [withoutGroup(resource), namespace, name].filter((part) => part !== '').join('/');
}

const known = [...resourceNames, ...gatedNames];
const byName = typedNames(known);
// When two groups share a folder, the first one is taken.
const byFolder = new Map(known.toReversed().map((info) => [info.etcdPrefix, info]));

/** The object key of a key in etcd; empty for what lies outside of `/registry`. */
export function storedObjectKey(key: string): string {
  return partsOf(key).join('/');
}

/** The plural of what a key in etcd holds: `nodes`; empty outside of `/registry`. */
export const storedResource = (key: string): string => partsOf(key)[0] ?? '';

/** The plural, the namespace if there is one, and the name. */
function partsOf(key: string): readonly string[] {
  if (!key.startsWith(etcdRoot)) return [];
  const parts = key.split('/').slice(2);
  const [first = '', second = ''] = parts;
  const double = byFolder.get(`${etcdRoot}${first}/${second}`);
  const { plural } = double ?? byFolder.get(etcdRoot + first) ?? {};
  if (plural !== undefined) return [plural, ...parts.slice(double === undefined ? 1 : 2)];
  // A custom resource lies in the folder of its group, which always has a dot.
  return first.includes('.') ? parts.slice(1) : parts;
}

/** Where etcd keeps the objects of a resource, with the slash at the end: `/registry/minions/`. */
export function etcdFolder(resource: string): string {
  const info = byName.get(resource);
  if (info !== undefined) return `${info.etcdPrefix}/`;
  const plural = withoutGroup(resource);
  const group = resource.slice(plural.length + 1);
  return `${group === '' ? `${etcdRoot}${plural}` : customEtcdPrefix(group, plural)}/`;
}

/** The key in etcd of an object. */
export function etcdKeyOf({ resource, namespace, name }: ObjectRef): string {
  return etcdFolder(resource) + [namespace, name].filter((part) => part !== '').join('/');
}

/** The key in etcd of an object by its object key: `roles/default/reader`. */
export function etcdKeyOfObject(key: string): string {
  const resource = key.split('/', 1)[0] ?? key;
  return etcdFolder(resource) + key.slice(resource.length + 1);
}

/** The kind of a resource: `Deployment`; `undefined` for one that the cluster defines itself. */
export function kindOfResource(resource: string): string | undefined {
  return byName.get(resource)?.kind;
}

/** kubectl's short name for a kind: `deploy`; `undefined`: it has none. */
export function shortNameOfKind(kind: string): string | undefined {
  return byName.get(kind.toLowerCase())?.shortNames[0];
}

/** One owner reference of an object. */
export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
}

/**
 * The object key of an owner in the namespace of the object that it owns; `undefined` when the
 * owner is of no namespace: a node owns its Lease and its mirror Pods, whatever is done to it.
 */
export function ownerKey(owner: OwnerReference, namespace: string): string | undefined {
  const { apiVersion = '', kind, name } = owner;
  // A patch that takes a reference away names only the uid.
  if (kind === undefined) return undefined;
  const plural = guessPlural(kind);
  const { group } = splitApiVersion(apiVersion);
  const isOfCluster =
    byName.get(group === '' ? plural : `${plural}.${group}`)?.namespaced === false;
  return isOfCluster ? undefined : `${plural}/${namespace}/${name}`;
}
