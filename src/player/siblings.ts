/** Which Pod of its owner's Pods a fact is about. */
import { podOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import type { TraceLog } from './trace-log.ts';

interface OwnedObject {
  readonly metadata?: {
    readonly ownerReferences?: readonly {
      readonly kind: string;
      readonly name: string;
      readonly uid: string;
    }[];
  };
  readonly spec?: { readonly replicas?: number };
}

const podFolder = etcdFolder('pods');

/** The place of a Pod among the Pods of its ReplicaSet. */
interface Place {
  /** 0: it is not one of those that were wanted at first, but came later, for others. */
  readonly n: number;
  readonly total: number;
  /** The Pods that exist up to this fact, as `namespace/name`, in the order of creation. */
  readonly pods: readonly string[];
  /** Those of them that one decision made, and how many it was to make. */
  readonly cohort: readonly string[];
  readonly decided: number;
}

/**
 * The place of the fact's Pod among the Pods of its ReplicaSet, in the order of creation, and how
 * many the ReplicaSet wants; `undefined` if the fact is about no such Pod, or about one without a
 * number.
 */
export function siblingOf(
  log: TraceLog,
  fact: Fact,
): { readonly n: number; readonly total: number } | undefined {
  const key = podKeyOf(fact);
  const place = key === undefined ? undefined : siblingsOf(log, key, fact.id);
  return place === undefined || place.n < 1 ? undefined : { n: place.n, total: place.total };
}

/** The place of a Pod by its key in etcd, with all its siblings up to a fact. */
export function siblingsOf(log: TraceLog, key: string, upTo: FactId): Place | undefined {
  const owner = ownerOf(log, key);
  if (owner === undefined) return undefined;
  const siblings = log
    .keysUnder(podFolder)
    .filter((each) => ownerOf(log, each) === owner && creationOf(log, each) <= upTo);
  const decision = decisionOf(log, key);
  const cohort = siblings.filter((each) => decisionOf(log, each) === decision);
  const decided = Math.max(Number(decision?.params['count'] ?? 0), cohort.length);
  const wantedThen = wantedBy(log, owner, creationOf(log, key));
  // With other versions beside it, or after others that are gone, a number would be no name.
  const hasNumber =
    siblings.indexOf(cohort[0] ?? '') + decided <= wantedThen && isOnlyVersion(log, owner, upTo);
  return {
    n: hasNumber ? siblings.indexOf(key) + 1 : 0,
    total: Math.max(wantedThen, wantedBy(log, owner, upTo)),
    pods: siblings.filter((each) => latest(log, each, upTo) !== undefined).map(nameOfKey),
    cohort: cohort.map(nameOfKey),
    decided,
  };
}

const nameOfKey = (key: string): string => key.slice(podFolder.length);

/** The write that made it. */
const creationOf = (log: TraceLog, key: string): FactId => log.revisionsOf(key)[0] ?? 0;

const wantedBy = (log: TraceLog, replicaSet: string, upTo: FactId): number =>
  latest(log, replicaSet, upTo)?.spec?.replicas ?? 0;

/** Whether its Deployment has made no other ReplicaSet so far. */
function isOnlyVersion(log: TraceLog, replicaSet: string, upTo: FactId): boolean {
  const deploymentOf = (key: string): string | undefined =>
    latest(log, key, creationOf(log, key))?.metadata?.ownerReferences?.[0]?.uid;
  const deployment = deploymentOf(replicaSet);
  if (deployment === undefined) return true;
  return log
    .keysUnder(etcdFolder('replicasets'))
    .every(
      (key) =>
        key === replicaSet || creationOf(log, key) > upTo || deploymentOf(key) !== deployment,
    );
}

/** The decision of the controller that had the Pod created. */
function decisionOf(log: TraceLog, pod: string): FactOf<'DecisionMade'> | undefined {
  let fact = log.fact(creationOf(log, pod));
  while (fact !== undefined && fact.type !== 'DecisionMade') fact = log.fact(fact.cause);
  return fact;
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
