/**
 * Restores the Service kubernetes and its endpoints when they were deleted.
 *
 * Models kubernetes pkg/controlplane/controller/kubernetesservice controller.go: every ten seconds
 * the server checks whether they exist, and creates them as its own client if not.
 */
import { second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { StorageRegistry } from '../registry/storage-registry.ts';
import type { BootstrapObject } from './system-objects.ts';

const interval = 10 * second;

export interface KeeperParts {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly registry: StorageRegistry;
  readonly loopback: RestClient;
  readonly objects: readonly BootstrapObject[];
}

/** Runs as long as the server; emits nothing while nothing is missing. */
export function* keepKubernetesService(parts: KeeperParts): Process {
  const { tracer, registry, loopback } = parts;
  const objects = parts.objects.map((object) => object as KubeObject);
  for (;;) {
    yield* sleep(interval);
    tracer.timer('kube-apiserver', 'kubernetes-service');
    for (const object of parts.sim.inTurn(objects)) {
      const resource = resourceOf(object);
      if (registry.cache(resource).get(metaNamespaceKey(object)) !== undefined) continue;
      const { group, version, plural, kind, namespaced } = resource;
      const { namespace = '' } = object.metadata;
      // A failed create is retried ten seconds later.
      yield* loopback.create({ group, version, resource: plural, kind, namespaced }, object, {
        namespace,
      });
    }
  }
}
