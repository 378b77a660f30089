/**
 * The graph of owners and dependents, one node for each object.
 * Models kubernetes/pkg/controller/garbagecollector/graph.go.
 */
import type { KubeObject, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

/** The key of an object, with the UID that distinguishes objects of the same name. */
export interface Identity {
  readonly resource: ResourceInfo;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export interface GraphNode {
  identity: Identity;
  owners: readonly OwnerReference[];
  /** By UID. */
  readonly dependents: Map<string, GraphNode>;
  /** Known only from a dependent's reference; no informer has shown it yet. */
  isVirtual: boolean;
  isBeingDeleted: boolean;
  /** Being deleted in the foreground: it is removed when its blocking dependents are gone. */
  isDeletingDependents: boolean;
}

export const newNode = (
  identity: Identity,
  owners: readonly OwnerReference[],
  isVirtual: boolean,
): GraphNode => ({
  identity,
  owners,
  dependents: new Map(),
  isVirtual,
  isBeingDeleted: false,
  isDeletingDependents: false,
});

/** The key in the queues: `replicasets.apps/default/web` with the UID. */
export const nodeKey = ({ resource, namespace, name, uid }: Identity): string => {
  const { plural, group } = resource;
  return `${group === '' ? plural : `${plural}.${group}`}/${namespace}/${name} ${uid}`;
};

/** The UID in a queue key. */
export const uidOfKey = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

export const hasFinalizer = ({ metadata }: KubeObject, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) === true;

export const isBeingDeleted = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined;

/** Dependents that block the node's foreground deletion. */
export const blockingDependents = (node: GraphNode): readonly GraphNode[] =>
  [...node.dependents.values()].filter(({ owners }) =>
    owners.some(
      ({ uid, blockOwnerDeletion }) => uid === node.identity.uid && blockOwnerDeletion === true,
    ),
  );
