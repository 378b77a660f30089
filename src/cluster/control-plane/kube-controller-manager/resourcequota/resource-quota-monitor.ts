/**
 * Watches every resource that a quota can count, and reports when some of it is freed.
 *
 * Models kubernetes/pkg/controller/resourcequota/resource_quota_monitor.go. In: the shared
 * informers. Out: the objects of a namespace, and a call for each that is gone or no longer counts.
 */

import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import {
  groupResource,
  persistentVolumeClaims,
  pods,
  type Resource,
  services,
} from '#k8s.io/client-go/rest/resource';
import type { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import { indexByNamespace, inNamespace } from '../controller/owners.ts';

/** Resources with an evaluator of their own. Source: NewQuotaConfigurationForControllers. */
const evaluated = [pods, services, persistentVolumeClaims];

/** The verbs that a resource must support to be counted. Source: GetQuotableResources. */
const quotableVerbs = ['create', 'list', 'watch', 'delete'];

/**
 * Events are too many and too short-lived to be counted. Source: quota/v1/install
 * DefaultIgnoredResources.
 */
const ignoredKind = 'Event';

/** Called when an object of a resource such as `deployments.apps` no longer counts. */
type Replenished = (resource: string, namespace: string) => void;

export class QuotaMonitor {
  readonly #informers: SharedInformerFactory;
  readonly #replenished: Replenished;
  readonly #monitors = new Map<string, SharedInformer>();

  constructor(informers: SharedInformerFactory, replenished: Replenished) {
    this.#informers = informers;
    this.#replenished = replenished;
    for (const resource of evaluated) informers.forResource(resource);
  }

  /**
   * Monitors all resources, and waits until their caches are filled. Source: SyncMonitors,
   * IsSynced.
   */
  *sync(): Process {
    for (const resource of quotableResources()) this.#monitor(resource);
    this.#informers.start();
    for (const monitor of this.#monitors.values()) yield* monitor.waitForSync();
  }

  #monitor(resource: Resource): void {
    const name = groupResource(resource);
    const monitor = this.#informers.forResource(resource);
    const free = ({ metadata }: KubeObject) => this.#replenished(name, metadata.namespace ?? '');
    indexByNamespace(monitor);
    monitor.addEventHandler({
      onUpdate: (old, object) => {
        if (becameLess(name, old, object)) free(object);
      },
      onDelete: free,
    });
    this.#monitors.set(name, monitor);
  }

  /** The objects of a resource in a namespace. */
  objectsOf(info: ResourceInfo, namespace: string): readonly KubeObject[] {
    const monitor = this.#monitors.get(groupResource(toResource(info)));
    return monitor === undefined ? [] : inNamespace(monitor.lister, namespace);
  }
}

/** Namespaced resources, each once. */
function quotableResources(): readonly Resource[] {
  const found = new Map<string, Resource>();
  for (const info of resources) {
    const isQuotable = quotableVerbs.every((verb) => info.verbs.includes(verb));
    if (!info.namespaced || !isQuotable || info.kind === ignoredKind) continue;
    const resource = toResource(info);
    const name = groupResource(resource);
    if (!found.has(name)) found.set(name, resource);
  }
  return [...found.values()];
}

const toResource = ({ group, version, plural, kind, namespaced }: ResourceInfo): Resource => ({
  group,
  version,
  resource: plural,
  kind,
  namespaced,
});

/** Whether a change can reduce usage. Source: quota/v1/install DefaultUpdateFilter. */
function becameLess(resource: string, before: KubeObject, after: KubeObject): boolean {
  if (resource === 'pods') return !isPodTerminal(before as Pod) && isPodTerminal(after as Pod);
  return resource === 'services' && typeOf(before) !== typeOf(after);
}

const typeOf = (service: KubeObject) => (service as Service).spec.type;
