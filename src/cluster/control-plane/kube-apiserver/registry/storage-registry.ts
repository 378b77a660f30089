/** The storage of every resource and what goes with it, as the handlers are given it. */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { AdmissionChain } from '../admission/chain.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import type { RestStorage } from './rest-storage.ts';

/**
 * What the back offers to the front. `storageFor` knows all stored resources and their
 * subresources status, scale, ephemeralcontainers, resize, binding, eviction, finalize, approval;
 * the front itself serves token, log, exec, attach, portforward, proxy and the access reviews.
 */
export interface StorageRegistry {
  storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined;
  cache(resource: ResourceInfo): ResourceCache;
  /** The kinds that people added; absent where there can be none. */
  readonly custom?: CustomResourceLookup;
  /** Both passes of admission, for what the handlers serve themselves. */
  readonly admission?: AdmissionChain;
}
