/**
 * The names of API objects in a trace: the short key that the interface knows an object by.
 *
 * - key in etcd: `/registry/minions/node-1`, `/registry/services/specs/default/web`
 * - object key: `nodes/node-1`, `services/default/web`: the plural without its group
 */
import type { ObjectRef } from './fact.ts';

/** The plural without its group: `deployments` of `deployments.apps`. */
export function withoutGroup(resource: string): string {
  return resource.split('.', 1)[0] ?? resource;
}

/** `pods/default/nginx`: an object by its resource without the group. */
export function objectKey({ resource, namespace, name }: ObjectRef): string {
  return [withoutGroup(resource), namespace, name].filter((part) => part !== '').join('/');
}

/** The same name read from a key of etcd: its last two or three parts. */
export function storedObjectKey(key: string): string {
  const parts = key.split('/').slice(2);
  const path = parts.length > 3 ? parts.slice(-3) : parts;
  return path
    .join('/')
    .replace(/^minions\//, 'nodes/')
    .replace(/^specs\//, 'services/');
}
