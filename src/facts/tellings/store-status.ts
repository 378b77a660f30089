/** The tellings of the new status of any other object than a Pod. */
import { storedResource } from '#trace/object-key';
import { countsAreComplete, countsOf, isComplete } from '../completion.ts';
import type { Telling } from '../telling.ts';
import { addressesOf, isReserved } from '../told-fields.ts';
import { inEtcd, together } from './anchors.ts';
import { type StoryId, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import { asStored, conditionOf, listWords, numberWords, type StoredObject } from './objects.ts';
import type { TellingRun } from './telling-run.ts';
import { castOf, placesOf, type Write, writeParams } from './write.ts';

const readyOf = ({ status }: StoredObject): number =>
  status?.availableReplicas ?? status?.readyReplicas ?? status?.numberReady ?? 0;

/** Whether a condition is True now and was not before. */
const became = (type: string, before: StoredObject, after: StoredObject): boolean =>
  conditionOf(after, type) === 'True' && conditionOf(before, type) !== 'True';

const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/** The pressure that a node did not report before, or no longer reports. */
const pressureOf = (before: StoredObject, after: StoredObject): string | undefined =>
  pressures.find(
    (type) => became(type, before, after) || (became(type, after, before) && isKnown(after, type)),
  );

const isKnown = (node: StoredObject, type: string): boolean => conditionOf(node, type) === 'False';

function topicOf(resource: string, before: StoredObject, after: StoredObject): string {
  switch (resource) {
    case 'deployments':
    case 'statefulsets':
    case 'daemonsets':
      return topicOfSet(resource, before, after);
    case 'jobs':
      if (became('Failed', before, after)) return 'jobFailed';
      if (became('Suspended', before, after)) return 'jobSuspended';
      if (became('Suspended', after, before)) return 'jobResumed';
      return became('Complete', before, after) ? 'job' : 'object';
    case 'nodes':
      if (conditionOf(before, 'Ready') === conditionOf(after, 'Ready')) {
        return pressureOf(before, after) === undefined ? 'object' : 'nodePressure';
      }
      return conditionOf(after, 'Ready') === 'True' ? 'nodeReady' : 'nodeNotReady';
    case 'persistentvolumes':
    case 'persistentvolumeclaims':
      return before.status?.phase === after.status?.phase ? 'object' : 'volume';
    case 'customresourcedefinitions':
      return became('Established', before, after) ? 'established' : 'object';
    case 'resourceclaims':
      if (devicesOf(before) === devicesOf(after)) return 'object';
      return isReserved(after) ? 'claimed' : 'unclaimed';
    default:
      return addressesOf(after) === addressesOf(before) || addressesOf(after) === ''
        ? 'object'
        : 'address';
  }
}

/** Who may use the claim's devices, and which these are. */
const devicesOf = ({ status }: StoredObject): string =>
  JSON.stringify([status?.reservedFor ?? [], status?.allocation?.devices?.results ?? []]);

/** Between two versions; a StatefulSet also has Pods of neither, those that end. */
const changesVersion = ({ status }: StoredObject): boolean =>
  status?.updateRevision === undefined || status.currentRevision !== status.updateRevision;

/** Whether its controller has read a newer spec than before. */
const isSeen = ({ status: before }: StoredObject, { status: after }: StoredObject): boolean =>
  (after?.observedGeneration ?? 0) > (before?.observedGeneration ?? 0);

function topicOfSet(resource: string, before: StoredObject, after: StoredObject): string {
  if (after.metadata?.deletionTimestamp !== undefined) return 'ending';
  const { wanted, total, updated } = countsOf(after);
  if (isComplete(after)) {
    if (countsAreComplete(countsOf(before))) return isSeen(before, after) ? 'seen' : 'object';
    return wanted === 0 ? 'emptied' : resource === 'deployments' ? 'deployment' : 'set';
  }
  if (total > updated && changesVersion(after)) return 'rolling';
  if (total > wanted) return 'more';
  return readyOf(after) < wanted ? 'fewer' : 'object';
}

/** Who takes part in a rollout that is complete; the nodes are drawn quietly below. */
const everybody = [
  'kube-apiserver',
  'etcd',
  'deployment-controller',
  'replicaset-controller',
  'kube-scheduler',
];

/** Topics with the reason of another one. */
const whys: Readonly<Record<string, StoryId>> = {
  more: 'story.done.fewer.why',
  ending: 'story.done.fewer.why',
  jobResumed: 'story.done.jobSuspended.why',
  unclaimed: 'story.done.claimed.why',
};

export function ofStatus(fact: Write, run: TellingRun): Telling {
  const [before, object] = [asStored(run.before), asStored(fact.value)];
  const topic = topicOf(storedResource(fact.key), before, object);
  const done = topic === 'deployment';
  const again =
    done &&
    run.toldOfCommand.some(
      (each) => each.type === 'TxnCommitted' && each.key === fact.key && each.version > 1,
    );
  const set = run.keysOf('replicasets').findLast((key) => ownerIs(run.stored(key), object));
  const { wanted, total, updated } = countsOf(object);
  const pressure = pressureOf(before, object) ?? '';
  return telling({
    line: (again ? 'story.done.deployment.again.line' : `story.done.${topic}.line`) as StoryId,
    why: whys[topic] ?? (`story.done.${topic}.why` as StoryId),
    whatIf: done ? 'story.done.deployment.if' : undefined,
    params: {
      ...writeParams(fact, run),
      ready: readyOf(object),
      wanted,
      n: wanted,
      count: numberWords(wanted),
      total,
      updated,
      condition: pressure,
      value: conditionOf(object, pressure),
      phase: object.status?.phase ?? '',
      succeeded: object.status?.succeeded ?? 0,
      addresses: addressesOf(object),
      devices: listWords(
        (object.status?.allocation?.devices?.results ?? []).map(({ device }) => device),
      ),
      users: listWords((object.status?.reservedFor ?? []).map(({ name }) => name)),
    },
    anchors: {
      ...placesOf(fact, run),
      replicaset: set === undefined ? 'etcd' : `etcd/${set}`,
      deployment: inEtcd(fact.key),
      controllers: together(['deployment-controller', 'replicaset-controller']),
    },
    cast: done ? ['kubectl', ...everybody] : castOf(run),
    changed: diffOf(run.before, fact.value),
    terms: done ? ['controller', 'reconcile'] : ['condition'],
  });
}

const ownerIs = (owned: unknown, owner: StoredObject): boolean =>
  asStored(owned).metadata?.ownerReferences?.some(
    ({ kind, name }) => kind === owner.kind && name === owner.metadata?.name,
  ) ?? false;
