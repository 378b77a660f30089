/**
 * The garbage collector: deletes objects that have lost all their owners, and owners in the order
 * that their propagation policy requires.
 *
 * Models kubernetes/pkg/controller/garbagecollector/garbagecollector.go. The graph gives the
 * candidates; before an object is deleted, it and its owners are read from the server.
 */
import { type Duration, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { CustomResourceDefinition } from '#k8s.io/api/apiextensions/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type {
  DeleteOptions,
  DeletionPropagation,
  KubeObject,
  OwnerReference,
} from '#k8s.io/apimachinery/meta/v1';
import { clusterTrustBundles, type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import { customResourceDefinitions, type Resource } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient, Target } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Process } from '#sim/simulation';
import { joinAll, type Task } from '#sim/task';
import type { DecisionId } from '#trace/facts/controllers';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncError, type SyncResult, startWorkers } from '../controller/workers.ts';
import {
  blockingDependents,
  foregroundFinalizer,
  type GraphNode,
  hasFinalizer,
  type Identity,
  isBeingDeleted,
  orphanFinalizer,
  uidOfKey,
} from './graph.ts';
import { GraphBuilder } from './graph-builder.ts';

const name = 'garbage-collector-controller';
const component = componentOf(name);
const workers = 20;
/** Twice the usual rate: a deletion needs a read and a write. */
const clientRate = { qps: 40, burst: 30 };
/** After this time the workers start even if some resource could not be listed. */
const initialSyncTimeout: Duration = 30 * second;
const conflictRetries = 5;
/** How often the collector looks for new kinds. */
const discoveryPeriod: Duration = 30 * second;

export const garbageCollectorController: ControllerDescriptor = {
  name,
  *build(context) {
    const serviceAccount = 'generic-garbage-collector';
    const client = yield* context.clients.client({
      controller: name,
      serviceAccount,
      ...clientRate,
    });
    return new GarbageCollector(context, client);
  },
};

/** Groups for which the manager has no typed client; it watches only their metadata. */
const metadataOnly: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
]);

/** Resources whose objects can be deleted, each once; events are never owners or dependents. */
function* deletableResources(trustBundles = false): Generator<ResourceInfo> {
  const seen = new Set<string>();
  for (const info of trustBundles ? [...resources, clusterTrustBundles] : resources) {
    const id = `${info.group}/${info.plural}`;
    const isWatched = ['delete', 'list', 'watch'].every((verb) => info.verbs.includes(verb));
    if (!isWatched || info.kind === 'Event' || seen.has(id)) continue;
    seen.add(id);
    yield info;
  }
}

const toResource = (info: ResourceInfo): Resource => ({
  group: info.group,
  version: info.version,
  resource: info.plural,
  kind: info.kind,
  namespaced: info.namespaced,
});

class GarbageCollector implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #graph: GraphBuilder;
  readonly #monitors: SharedInformer[] = [];

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#graph = new GraphBuilder(
      context.env,
      component,
      workQueue(context, name, 'garbage_collector_attempt_to_delete'),
      workQueue(context, name, 'garbage_collector_attempt_to_orphan'),
    );
    for (const info of deletableResources(context.config.clusterTrustBundles)) {
      const { informers, metadataInformers } = context;
      const factory = metadataOnly.has(info.group) ? metadataInformers : informers;
      const monitor = factory.forResource(toResource(info));
      monitor.addEventHandler(this.#graph.monitor(info));
      this.#monitors.push(monitor);
      if (info.plural === customResourceDefinitions.resource)
        this.#followDefinitions(context, monitor);
    }
  }

  /** Monitors custom resources, beginning with the next read of discovery. */
  #followDefinitions({ metadataInformers }: ControllerContext, informer: SharedInformer): void {
    const { sim, tracer } = this.#env;
    const learn = (object: KubeObject): void => {
      const info = this.#graph.custom.learn(asObject<CustomResourceDefinition>(object));
      if (info === undefined) return;
      sim.afterOwn(discoveryPeriod - (sim.now % discoveryPeriod), () => {
        tracer.timer(component, 'discovery');
        metadataInformers.forResource(toResource(info)).addEventHandler(this.#graph.monitor(info));
        metadataInformers.start();
      });
    };
    informer.addEventHandler({
      onAdd: learn,
      onUpdate: (_old, object) => learn(object),
      onDelete: (object) => this.#graph.custom.forget(asObject<CustomResourceDefinition>(object)),
    });
  }

  *run(): Process {
    const deadline = this.#env.sim.now + initialSyncTimeout;
    for (const monitor of this.#monitors) {
      yield* monitor.waitForSync(deadline - this.#env.sim.now);
    }
    const { attemptToDelete, attemptToOrphan } = this.#graph;
    startWorkers(this.#env, attemptToDelete, (key) => this.#attemptToDelete(key), { workers });
    startWorkers(this.#env, attemptToOrphan, (key) => this.#attemptToOrphan(key), { workers });
  }

  /** Source: garbagecollector.go attemptToDeleteItem. */
  *#attemptToDelete(key: string): Process<SyncResult> {
    const node = this.#graph.node(uidOfKey(key));
    if (node === undefined) return undefined;
    if (node.isBeingDeleted && !node.isDeletingDependents) return undefined;
    const { identity } = node;
    const live = yield* this.#get(identity);
    if (!live.ok && !isNotFound(live.error)) return apiError(live.error);
    if (!live.ok || live.value.metadata.uid !== identity.uid) {
      this.#graph.removeVirtual(identity);
      return undefined;
    }
    if (node.isDeletingDependents) return yield* this.#deleteInForeground(node);
    const { ownerReferences: owners = [] } = live.value.metadata;
    const failed = owners.length === 0 ? undefined : yield* this.#judge(node, live.value, owners);
    if (failed !== undefined || !node.isVirtual) return failed;
    return { message: `${key} was not observed yet` };
  }

  *#judge(
    node: GraphNode,
    live: KubeObject,
    owners: readonly OwnerReference[],
  ): Process<SyncResult> {
    const kinds = yield* this.#classify(node.identity, owners);
    if (!kinds.ok) return kinds.error;
    const { solid, dangling, waiting } = kinds;
    if (solid.length > 0) {
      const gone = [...dangling, ...waiting];
      return gone.length === 0 ? undefined : yield* this.#dropOwners(node.identity, gone);
    }
    if (waiting.length > 0 && node.dependents.size > 0) {
      // An owner waits for this object, which has dependents of its own.
      const isCircle = [...node.dependents.values()].some((one) => one.isDeletingDependents);
      if (isCircle) {
        const failed = yield* this.#unblockOwners(node.identity, owners);
        if (failed !== undefined) return failed;
      }
      return yield* this.#delete(node.identity, live, 'Foreground');
    }
    const policy = hasFinalizer(live, orphanFinalizer)
      ? 'Orphan'
      : hasFinalizer(live, foregroundFinalizer)
        ? 'Foreground'
        : 'Background';
    return yield* this.#delete(node.identity, live, policy);
  }

  /** Source: garbagecollector.go classifyReferences. */
  *#classify(dependent: Identity, owners: readonly OwnerReference[]) {
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waiting: OwnerReference[] = [];
    for (const owner of owners) {
      if (this.#graph.isAbsent(owner.uid, dependent.namespace)) {
        dangling.push(owner);
        continue;
      }
      const identity = this.#graph.ownerIdentity(dependent, owner);
      if (identity === undefined) {
        const error: SyncError = { message: `no kind "${owner.kind}" in ${owner.apiVersion}` };
        return { ok: false as const, error };
      }
      const live = yield* this.#get(identity);
      if (!live.ok && !isNotFound(live.error)) {
        return { ok: false as const, error: apiError(live.error) };
      }
      if (!live.ok || live.value.metadata.uid !== owner.uid) {
        this.#graph.addAbsentOwner(owner.uid, identity.namespace);
        dangling.push(owner);
      } else if (isBeingDeleted(live.value) && hasFinalizer(live.value, foregroundFinalizer)) {
        waiting.push(owner);
      } else solid.push(owner);
    }
    return { ok: true as const, solid, dangling, waiting };
  }

  /** Source: garbagecollector.go processDeletingDependentsItem. */
  *#deleteInForeground(node: GraphNode): Process<SyncResult> {
    const blocking = blockingDependents(node);
    this.#decide('garbage-collector.foreground', node.identity, { blocking: blocking.length });
    if (blocking.length === 0) {
      return yield* this.#removeFinalizer(node.identity, foregroundFinalizer);
    }
    for (const dependent of blocking) {
      if (!dependent.isDeletingDependents) this.#graph.enqueue(dependent);
    }
    return undefined;
  }

  /** Source: garbagecollector.go attemptToOrphanWorker. */
  *#attemptToOrphan(key: string): Process<SyncResult> {
    const node = this.#graph.node(uidOfKey(key));
    if (node === undefined) return undefined;
    const { identity } = node;
    this.#decide('garbage-collector.orphan', identity, { dependents: node.dependents.size });
    const { sim } = this.#env;
    const tasks: Task<SyncResult>[] = [];
    for (const dependent of node.dependents.values()) {
      const drop = this.#dropOwners(dependent.identity, [{ uid: identity.uid }]);
      tasks.push(sim.spawn('orphan', drop));
    }
    const errors = yield* joinAll(sim, tasks);
    const error = errors.findLast((each) => each !== undefined);
    return error ?? (yield* this.#removeFinalizer(identity, orphanFinalizer));
  }

  *#get(identity: Identity): Process<ApiResult<KubeObject>> {
    return yield* this.#client.get(toResource(identity.resource), targetOf(identity));
  }

  *#delete(
    identity: Identity,
    live: KubeObject,
    propagationPolicy: DeletionPropagation,
  ): Process<SyncResult> {
    this.#decide('garbage-collector.delete', identity, { policy: propagationPolicy });
    const { uid } = identity;
    const { resourceVersion } = live.metadata;
    const options: DeleteOptions = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { uid, resourceVersion },
      propagationPolicy,
    };
    const resource = toResource(identity.resource);
    const answer = yield* this.#client.delete(resource, targetOf(identity), options);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }

  *#dropOwners(
    identity: Identity,
    owners: readonly { readonly uid: string }[],
  ): Process<SyncResult> {
    if (this.#graph.custom.has(identity.resource)) {
      return yield* this.#dropOwnersByMerge(identity, owners);
    }
    const ownerReferences = owners.map(({ uid }) => ({ $patch: 'delete', uid }));
    const patch = { metadata: { ownerReferences, uid: identity.uid } };
    return yield* this.#strategicPatch(identity, patch);
  }

  /** Custom resources do not support strategic merge patches. Source: patch.go. */
  *#dropOwnersByMerge(
    identity: Identity,
    owners: readonly { readonly uid: string }[],
  ): Process<SyncResult> {
    const live = yield* this.#get(identity);
    if (!live.ok) return isNotFound(live.error) ? undefined : apiError(live.error);
    const { ownerReferences = [], resourceVersion } = live.value.metadata;
    const left = ownerReferences.filter(({ uid }) => owners.every((owner) => owner.uid !== uid));
    const metadata = { resourceVersion, ownerReferences: left.length === 0 ? null : left };
    const resource = toResource(identity.resource);
    const type = 'application/merge-patch+json';
    const answer = yield* this.#client.patch(resource, type, { metadata }, targetOf(identity));
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }

  /** Breaks a circle of owners that wait for each other. */
  *#unblockOwners(identity: Identity, owners: readonly OwnerReference[]): Process<SyncResult> {
    const unblocked = owners.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
    const patch = { metadata: { ownerReferences: unblocked, uid: identity.uid } };
    return yield* this.#strategicPatch(identity, patch);
  }

  *#strategicPatch(identity: Identity, patch: unknown): Process<SyncResult> {
    const type = 'application/strategic-merge-patch+json';
    const resource = toResource(identity.resource);
    const answer = yield* this.#client.patch(resource, type, patch, targetOf(identity));
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }

  /** Source: operations.go removeFinalizer. */
  *#removeFinalizer(identity: Identity, finalizer: string): Process<SyncResult> {
    const resource = toResource(identity.resource);
    let error: SyncResult;
    for (let tries = 0; tries < conflictRetries; tries++) {
      const live = yield* this.#get(identity);
      if (!live.ok) return isNotFound(live.error) ? undefined : apiError(live.error);
      const { finalizers = [], resourceVersion } = live.value.metadata;
      if (!finalizers.includes(finalizer)) return undefined;
      const left = finalizers.filter((one) => one !== finalizer);
      const patch = { metadata: { resourceVersion, finalizers: left.length === 0 ? null : left } };
      const type = 'application/merge-patch+json';
      const answer = yield* this.#client.patch(resource, type, patch, targetOf(identity));
      if (answer.ok || isNotFound(answer.error)) return undefined;
      error = apiError(answer.error);
      if (answer.error.reason !== 'Conflict') return error;
    }
    return error;
  }

  #decide(
    decision: DecisionId,
    { resource, namespace, name: object }: Identity,
    params: Readonly<Record<string, string | number>>,
  ): void {
    this.#env.tracer.emit({
      type: 'DecisionMade',
      component,
      key: `${namespace}/${object}`,
      decision,
      params: { kind: resource.kind, name: object, ...params },
    });
  }
}

const targetOf = ({ namespace, name }: Identity): Target => ({
  name,
  ...(namespace === '' ? {} : { namespace }),
});
