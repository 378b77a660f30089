/** The storage of each subresource except status. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { ScaleStorage } from './autoscaling/scale-storage.ts';
import { statusStrategy } from './common-strategies.ts';
import { finalizeStrategy } from './core/namespace.ts';
import { BindingStorage } from './core/pod/binding-storage.ts';
import { ephemeralContainersStrategy } from './core/pod/ephemeral-containers-strategy.ts';
import { type EvictionEnvironment, EvictionStorage } from './core/pod/eviction-storage.ts';
import { resizeStrategy } from './core/pod/resize-strategy.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type { RestStorage } from './rest-storage.ts';
import { StatusStorage } from './status-storage.ts';
import type { UpdateStrategy } from './strategy.ts';

/** `undefined`: the handlers serve it themselves (token, log, exec, …). */
export function subresourceStorage(
  name: string,
  whole: ResourceStorage,
  environment: EvictionEnvironment,
): RestStorage | undefined {
  switch (name) {
    case 'scale':
      return new ScaleStorage(whole);
    case 'binding':
      return new BindingStorage(whole);
    case 'eviction':
      return new EvictionStorage(whole, environment);
    case 'finalize':
      return new StatusStorage(whole, anyKind(finalizeStrategy));
    case 'approval':
      return new StatusStorage(whole, statusStrategy());
    case 'ephemeralcontainers':
      return new StatusStorage(whole, anyKind(ephemeralContainersStrategy));
    case 'resize':
      return new StatusStorage(whole, anyKind(resizeStrategy));
    default:
      return undefined;
  }
}

/** A subresource passes its strategy only objects of its own kind. */
const anyKind = <T extends KubeObject>(strategy: UpdateStrategy<T>): UpdateStrategy<KubeObject> =>
  strategy;
