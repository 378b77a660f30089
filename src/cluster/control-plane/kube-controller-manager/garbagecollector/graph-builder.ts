/**
 * Maintains the graph of owners and dependents, and enqueues nodes that must be checked.
 *
 * Models kubernetes/pkg/controller/garbagecollector/graph_builder.go processGraphChanges. In:
 * adds, updates and deletes of every resource but events. Out: keys in the two queues, and the
 * fact GraphNodeChanged for nodes that have or had links.
 */

import type { Environment } from '#cluster/environment';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import type { ResourceEventHandler } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { ComponentId } from '#trace/fact';
import { CustomKinds } from './custom-kinds.ts';
import {
  foregroundFinalizer,
  type GraphNode,
  hasFinalizer,
  type Identity,
  isBeingDeleted,
  newNode,
  nodeKey,
  orphanFinalizer,
} from './graph.ts';

/** How many absent owners are remembered. */
const absentOwnersMax = 500;

export class GraphBuilder {
  readonly #env: Environment;
  readonly #component: ComponentId;
  readonly #nodes = new Map<string, GraphNode>();
  /** By API version and kind. */
  readonly #monitored = new Map<string, ResourceInfo>();
  /** UIDs of owners that are known not to exist, oldest knowledge first. */
  readonly #absentOwners = new Set<string>();
  /** The known custom resources. */
  readonly custom = new CustomKinds();
  readonly attemptToDelete: RateLimitingQueue;
  readonly attemptToOrphan: RateLimitingQueue;

  constructor(
    env: Environment,
    component: ComponentId,
    attemptToDelete: RateLimitingQueue,
    attemptToOrphan: RateLimitingQueue,
  ) {
    this.#env = env;
    this.#component = component;
    this.attemptToDelete = attemptToDelete;
    this.attemptToOrphan = attemptToOrphan;
  }

  node(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Whether an owner is known not to exist for a dependent in this namespace. */
  isAbsent(uid: string, namespace: string): boolean {
    return this.#absentOwners.has(`${namespace}/${uid}`) || this.#absentOwners.has(`/${uid}`);
  }

  /** The owner does not exist in this namespace; empty: nowhere in the cluster. */
  addAbsentOwner(uid: string, namespace: string): void {
    this.#absentOwners.add(`${namespace}/${uid}`);
    if (this.#absentOwners.size <= absentOwnersMax) return;
    for (const oldest of this.#absentOwners) {
      this.#absentOwners.delete(oldest);
      return;
    }
  }

  /** The event handler of this resource's informer. */
  monitor(resource: ResourceInfo): ResourceEventHandler<KubeObject> {
    this.#monitored.set(`${resource.apiVersion}/${resource.kind}`, resource);
    return {
      onAdd: (object) => this.#observe(resource, undefined, object),
      onUpdate: (old, object) => this.#observe(resource, old, object),
      onDelete: (object) => this.#remove(object.metadata.uid),
    };
  }

  /** The server does not have an object that was only known from a reference. */
  removeVirtual({ uid }: Identity): void {
    this.#remove(uid);
  }

  #observe(resource: ResourceInfo, old: KubeObject | undefined, object: KubeObject): void {
    const { uid, ownerReferences: owners = [] } = object.metadata;
    const existing = this.#nodes.get(uid);
    const identity =
      existing?.isVirtual === false ? existing.identity : identityOf(resource, object);
    const node = existing ?? newNode(identity, [], false);
    if (existing === undefined) this.#nodes.set(uid, node);
    node.identity = identity;
    node.isVirtual = false;
    if (isBeingDeleted(object)) node.isBeingDeleted = true;
    if (node.owners !== owners && !deepEqual(node.owners, owners)) this.#relink(node, owners);
    this.#processTransitions(old, object, node);
  }

  #relink(node: GraphNode, owners: readonly OwnerReference[]): void {
    const before = node.owners;
    node.owners = owners;
    this.#emitChanged(node, 'added');
    this.#enqueueUnblocked(before, owners);
    const [oldIds, newIds] = [uids(before), uids(owners)];
    for (const owner of owners) if (!oldIds.has(owner.uid)) this.#link(node, owner);
    for (const { uid } of before) {
      if (!newIds.has(uid)) this.#nodes.get(uid)?.dependents.delete(node.identity.uid);
    }
  }

  #link(node: GraphNode, owner: OwnerReference): void {
    const known = this.#nodes.get(owner.uid);
    if (known !== undefined) {
      known.dependents.set(node.identity.uid, node);
      return;
    }
    const identity = this.ownerIdentity(node.identity, owner);
    if (identity === undefined) return;
    const virtual = newNode(identity, [], true);
    virtual.dependents.set(node.identity.uid, node);
    this.#nodes.set(owner.uid, virtual);
    // No informer has shown this owner: a worker asks the server whether it exists.
    this.attemptToDelete.add(nodeKey(identity));
  }

  /** Enqueues owners in foreground deletion that lost a blocking dependent. */
  #enqueueUnblocked(before: readonly OwnerReference[], now: readonly OwnerReference[]): void {
    for (const { uid, blockOwnerDeletion } of before) {
      if (blockOwnerDeletion !== true) continue;
      if (now.find((owner) => owner.uid === uid)?.blockOwnerDeletion === true) continue;
      const owner = this.#nodes.get(uid);
      if (owner?.isDeletingDependents === true) this.enqueue(owner);
    }
  }

  #processTransitions(old: KubeObject | undefined, object: KubeObject, node: GraphNode): void {
    if (startsWith(old, object, orphanFinalizer)) {
      this.attemptToOrphan.add(nodeKey(node.identity));
      return;
    }
    if (!startsWith(old, object, foregroundFinalizer)) return;
    node.isDeletingDependents = true;
    for (const dependent of node.dependents.values()) this.enqueue(dependent);
    this.enqueue(node);
  }

  #remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#nodes.delete(uid);
    if (node.owners.length > 0 || node.dependents.size > 0) this.#emitChanged(node, 'removed');
    for (const owner of node.owners) this.#nodes.get(owner.uid)?.dependents.delete(uid);
    if (node.dependents.size > 0) this.addAbsentOwner(uid, node.identity.namespace);
    for (const dependent of node.dependents.values()) this.enqueue(dependent);
    for (const owner of node.owners) {
      const ownerNode = this.#nodes.get(owner.uid);
      if (ownerNode?.isDeletingDependents === true) this.enqueue(ownerNode);
    }
  }

  /** An owner is in the namespace of its dependent, or cluster-scoped. */
  ownerIdentity(
    dependent: Identity,
    { apiVersion, kind, name, uid }: OwnerReference,
  ): Identity | undefined {
    const resource =
      resourceForKind(apiVersion, kind) ??
      this.custom.find(apiVersion, kind) ??
      this.#monitored.get(`${apiVersion}/${kind}`);
    if (resource === undefined) return undefined;
    return { resource, namespace: resource.namespaced ? dependent.namespace : '', name, uid };
  }

  enqueue({ identity }: GraphNode): void {
    this.attemptToDelete.add(nodeKey(identity));
  }

  #emitChanged({ identity, owners }: GraphNode, change: 'added' | 'removed'): void {
    const { sim, tracer } = this.#env;
    const { resource, namespace, name } = identity;
    const group = resource.group === '' ? '' : `.${resource.group}`;
    sim.aside(() =>
      tracer.emit({
        type: 'GraphNodeChanged',
        component: this.#component,
        ref: { resource: resource.plural + group, namespace, name },
        change,
        owners: owners.map((owner) => `${owner.kind}/${owner.name}`),
      }),
    );
  }
}

const uids = (owners: readonly OwnerReference[]): ReadonlySet<string> =>
  new Set(owners.map(({ uid }) => uid));

const identityOf = (resource: ResourceInfo, { metadata }: KubeObject): Identity => ({
  resource,
  namespace: metadata.namespace ?? '',
  name: metadata.name,
  uid: metadata.uid,
});

/** Whether the deletion begins with this change and waits for the finalizer. */
const startsWith = (old: KubeObject | undefined, object: KubeObject, finalizer: string): boolean =>
  isBeingDeleted(object) &&
  hasFinalizer(object, finalizer) &&
  (old === undefined || !isBeingDeleted(old) || !hasFinalizer(old, finalizer));
