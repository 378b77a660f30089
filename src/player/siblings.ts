/** Which Pod of its owner's Pods a fact is about. */
import { podOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import type { TraceLog } from './trace-log.ts';

interface OwnedObject {
  readonly metadata?: {
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly spec?: { readonly replicas?: number };
}

const podFolder = etcdFolder('pods');

/** The place of a Pod among the Pods of its ReplicaSet. */
interface Place {
  readonly n: number;
  readonly total: number;
  /** The Pods up to this fact, as `namespace/name`, in the order of creation. */
  readonly pods: readonly string[];
}

/**
 * The place of the fact's Pod among the Pods of its ReplicaSet, in the order of creation up to this
 * fact, and how many the ReplicaSet wants; `undefined` if the fact is about no such Pod.
 */
export function siblingOf(
  log: TraceLog,
  fact: Fact,
): { readonly n: number; readonly total: number } | undefined {
  const key = podKeyOf(fact);
  const place = key === undefined ? undefined : siblingsOf(log, key, fact.id);
  return place === undefined ? undefined : { n: place.n, total: place.total };
}

/** The place of a Pod by its key in etcd, with all its siblings up to a fact. */
export function siblingsOf(log: TraceLog, key: string, upTo: FactId): Place | undefined {
  const owner = ownerOf(log, key);
  if (owner === undefined) return undefined;
  const siblings = log
    .keysUnder(podFolder)
    .filter((each) => ownerOf(log, each) === owner && (log.revisionsOf(each)[0] ?? 0) <= upTo);
  const wanted = latest(log, owner, upTo)?.spec?.replicas ?? 0;
  const pods = siblings.map((each) => each.slice(podFolder.length));
  return { n: siblings.indexOf(key) + 1, total: Math.max(wanted, siblings.length), pods };
}

function podKeyOf(fact: Fact): string | undefined {
  if (fact.type === 'TxnCommitted') return fact.key.startsWith(podFolder) ? fact.key : undefined;
  const pod = podOf(fact);
  return pod === undefined ? undefined : podFolder + pod;
}

/** The key of the ReplicaSet that the Pod was created for. */
function ownerOf(log: TraceLog, pod: string): string | undefined {
  const created = log.fact(log.revisionsOf(pod)[0] ?? 0);
  const value = created?.type === 'TxnCommitted' ? (created.value as OwnedObject) : undefined;
  const owner = value?.metadata?.ownerReferences?.find(({ kind }) => kind === 'ReplicaSet');
  const namespace = pod.slice(podFolder.length).split('/', 1)[0];
  return owner === undefined ? undefined : `${etcdFolder('replicasets')}${namespace}/${owner.name}`;
}

function latest(log: TraceLog, key: string, cursor: number): OwnedObject | undefined {
  const id = log.revisionsOf(key).findLast((revision) => revision <= cursor);
  const fact = id === undefined ? undefined : log.fact(id);
  return fact?.type === 'TxnCommitted' ? (fact.value as OwnedObject | undefined) : undefined;
}
