/** The interface by which the handlers reach the storage of every resource. */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { AdmissionChain } from '../admission/chain.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { ObjectCount } from '../metrics/metrics-page.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import type { RestStorage } from './rest-storage.ts';

/**
 * `storageFor` finds all stored resources and their subresources status, scale,
 * ephemeralcontainers, resize, binding, eviction, finalize, approval; the handlers themselves serve
 * token, log, exec, attach, portforward, proxy and the access reviews.
 */
export interface StorageRegistry {
  storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined;
  cache(resource: ResourceInfo): ResourceCache;
  /** How many objects of each resource are stored; absent where nobody counts. */
  objectCounts?(): readonly ObjectCount[];
  /** The custom resources; absent where there can be none. */
  readonly custom?: CustomResourceLookup;
  /** Both passes of admission, for subresources that the handlers serve themselves. */
  readonly admission?: AdmissionChain;
}
