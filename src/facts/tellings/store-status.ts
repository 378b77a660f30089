/** The tellings of the new status of any other object than a Pod. */
import { storedResource } from '#trace/object-key';
import type { Telling } from '../telling.ts';
import { inEtcd, together } from './anchors.ts';
import { type StoryId, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import { asStored, numberWords, type StoredObject } from './objects.ts';
import type { TellingRun } from './telling-run.ts';
import { castOf, placesOf, type Write, writeParams } from './write.ts';

const readyOf = ({ status }: StoredObject): number =>
  status?.availableReplicas ?? status?.readyReplicas ?? status?.numberReady ?? 0;

const wantedOf = ({ spec, status }: StoredObject): number =>
  spec?.replicas ?? status?.desiredNumberScheduled ?? 0;

const conditionOf = ({ status }: StoredObject, type: string): string =>
  status?.conditions?.find((each) => each.type === type)?.status ?? '';

function topicOf(resource: string, object: StoredObject): string {
  const complete = readyOf(object) >= wantedOf(object);
  switch (resource) {
    case 'deployments':
      return complete ? (wantedOf(object) === 0 ? 'emptied' : 'deployment') : 'fewer';
    case 'statefulsets':
    case 'daemonsets':
      return complete ? 'set' : 'fewer';
    case 'jobs':
      return conditionOf(object, 'Failed') === 'True' ? 'jobFailed' : 'job';
    case 'nodes':
      return conditionOf(object, 'Ready') === 'True' ? 'nodeReady' : 'nodeNotReady';
    case 'persistentvolumes':
    case 'persistentvolumeclaims':
      return 'volume';
    default:
      return 'object';
  }
}

/** Who takes part in a rollout that is complete; the nodes are drawn quietly below. */
const everybody = [
  'kube-apiserver',
  'etcd',
  'deployment-controller',
  'replicaset-controller',
  'kube-scheduler',
];

export function ofStatus(fact: Write, run: TellingRun): Telling {
  const object = asStored(fact.value);
  const topic = topicOf(storedResource(fact.key), object);
  const done = topic === 'deployment';
  const again =
    done &&
    run.toldOfCommand.some(
      (each) => each.type === 'TxnCommitted' && each.key === fact.key && each.version > 1,
    );
  const set = run.keysOf('replicasets').findLast((key) => ownerIs(run.stored(key), object));
  const wanted = wantedOf(object);
  return telling({
    line: (again ? 'story.done.deployment.again.line' : `story.done.${topic}.line`) as StoryId,
    why: `story.done.${topic}.why` as StoryId,
    whatIf: done ? 'story.done.deployment.if' : undefined,
    params: {
      ...writeParams(fact, run),
      ready: readyOf(object),
      wanted,
      n: wanted,
      count: numberWords(wanted),
      phase: object.status?.phase ?? '',
      succeeded: object.status?.succeeded ?? 0,
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
