/** An object of an add-on, and its resource path. */
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';

export interface Manifest {
  readonly resource: Resource;
  readonly namespace: string;
  readonly object: KubeObject;
}

/** Adds the fields that every object of the resource has. */
export function manifest(
  resource: Resource,
  content: {
    readonly metadata: {
      readonly name: string;
      readonly namespace?: string;
      readonly [field: string]: unknown;
    };
    readonly [field: string]: unknown;
  },
): Manifest {
  const { group, version, kind } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const object = asObject<KubeObject>({ apiVersion, kind, ...content });
  return { resource, namespace: content.metadata.namespace ?? '', object };
}
