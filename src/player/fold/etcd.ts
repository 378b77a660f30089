/** Folds the store's transactions: keys, and the pods and nodes in them. */

import type { FactOf } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import {
  isKubeObject,
  isReady,
  kubectlStatus,
  type NodeObject,
  type PodObject,
} from '../object-words.ts';
import type { NodeScene, PodScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { nodeOf, podOf } from './pod.ts';
import { excluding, including, type Reducers } from './reducer.ts';

export const etcdReducers: Reducers = {
  TxnCommitted(draft, fact) {
    const { key, op, revision, createRevision, version, id } = fact;
    draft.revision = Math.max(draft.revision, revision);
    const object = isKubeObject(fact.value) ? fact.value : undefined;
    if (op === 'delete') draft.keys.delete(key);
    else draft.keys.set(key, { key, revision, createRevision, version, object, fact: id });
    if (key.startsWith(podPrefix)) storePod(draft, fact);
    else if (key.startsWith(nodePrefix)) storeNode(draft, fact);
  },
  RaftRoleChanged(draft, fact) {
    draft.members.set(fact.component, fact);
  },
};

const podPrefix = etcdFolder('pods');
const nodePrefix = etcdFolder('nodes');

function storePod(draft: SceneDraft, { key, op, value }: FactOf<'TxnCommitted'>): void {
  const podKey = key.slice(podPrefix.length);
  const known = podOf(draft, podKey);
  if (op === 'delete') {
    dropPod(draft, known);
    return;
  }
  const object = value as PodObject;
  const node = object.spec?.nodeName;
  draft.pods.set(podKey, {
    ...known,
    generateName: object.metadata.generateName,
    uid: object.metadata.uid,
    node,
    status: kubectlStatus(object),
    ready: isReady(object),
    ip: object.status?.podIP ?? known.ip,
    stored: true,
    containers: known.containers.length > 0 ? known.containers : plannedContainers(object),
  });
  if (node !== undefined && known.node === undefined) placePod(draft, node, podKey);
}

function plannedContainers(object: PodObject): PodScene['containers'] {
  const { initContainers = [], containers = [] } = object.spec ?? {};
  return [...initContainers, ...containers].map(({ name }) => ({
    name,
    state: 'waiting',
    ready: false,
    pid: undefined,
    program: undefined,
  }));
}

function placePod(draft: SceneDraft, nodeName: string, pod: string): void {
  const node = nodeOf(draft, nodeName);
  draft.nodes.set(nodeName, { ...node, pods: including(node.pods, pod) });
}

function dropPod(draft: SceneDraft, pod: PodScene): void {
  draft.pods.delete(pod.key);
  if (pod.node === undefined) return;
  const node = nodeOf(draft, pod.node);
  draft.nodes.set(pod.node, { ...node, pods: excluding(node.pods, pod.key) });
}

function storeNode(draft: SceneDraft, { key, op, value }: FactOf<'TxnCommitted'>): void {
  const name = key.slice(nodePrefix.length);
  if (op === 'delete') {
    draft.nodes.delete(name);
    return;
  }
  const object = value as NodeObject;
  const known = nodeOf(draft, name);
  const next: NodeScene = {
    ...known,
    podCIDR: object.spec?.podCIDR ?? known.podCIDR,
    ready: isReady(object),
    registered: true,
    unschedulable: object.spec?.unschedulable === true,
    taints: taintsOf(object),
    zone: object.metadata.labels?.['topology.kubernetes.io/zone'] ?? '',
  };
  if (stored.some((field) => !isSame(known[field], next[field]))) draft.nodes.set(name, next);
}

/** The fields of a node's scene that are read from its object. */
const stored = ['podCIDR', 'ready', 'registered', 'unschedulable', 'taints', 'zone'] as const;

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.join() === b.join() : a === b;

/** The taints that only repeat the node's readiness or its cordon. */
const shownElsewhere: readonly string[] = ['not-ready', 'unreachable', 'unschedulable'].map(
  (state) => `node.kubernetes.io/${state}`,
);

function taintsOf({ spec }: NodeObject): readonly string[] {
  return (spec?.taints ?? [])
    .filter(({ key }) => !shownElsewhere.includes(key))
    .map(({ key, value = '', effect }) => {
      const name = key.replace(/^node\.kubernetes\.io\//, '');
      return `${name}${value === '' ? '' : `=${value}`}:${effect}`;
    });
}
