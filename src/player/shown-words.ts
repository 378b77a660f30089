/**
 * What `kubectl get` prints of an object, and what a write changed in it: enough to distinguish a
 * write that a person would notice from one that only updates counts.
 */
import { type CountedObject, isComplete } from '#facts/completion';
import type { ShownChange } from '#facts/standing';
import { addressesOf, isReserved, selectedNodeOf } from '#facts/told-fields';
import type { FactOf } from '#trace/facts';
import { storedResource } from '#trace/object-key';
import { type Copying, type Journal, NotedMap } from './journal.ts';
import {
  hasCondition,
  isKubeObject,
  isReady,
  kubectlStatus,
  type NodeObject,
  type PodObject,
} from './object-words.ts';
import type { KubeObject } from './scene.ts';

interface Known {
  readonly words: string;
  readonly ready: number;
  readonly node: string | undefined;
  readonly owner: string | undefined;
}

const isSame = (one: Known, other: Known): boolean =>
  one.words === other.words &&
  one.ready === other.ready &&
  one.node === other.node &&
  one.owner === other.owner;

const unknown: Known = { words: '', ready: 0, node: undefined, owner: undefined };

/** Words of a Pod that is on its way, or has reached its goal. */
const calm =
  /^(Pending(?!,)|ContainerCreating|PodInitializing|Init:\d|Running|Completed|Terminating)/;

const noNews = { alarming: false, recovered: false } as const;

/** All containers of a Pod are ready. */
const isWell = /^Running (\d+)\/\1$/;

/** Receives every write in order. */
export class ShownWords {
  readonly #known: NotedMap<string, Known>;

  constructor(journal: Journal) {
    this.#known = new NotedMap(journal);
  }

  copy(copying: Copying): ShownWords {
    const copy = new ShownWords(copying.journal);
    copying.map(this.#known, copy.#known);
    return copy;
  }

  /** What the write changed; to be called once for each. */
  changeOf({ key, op, version, value }: FactOf<'TxnCommitted'>): ShownChange {
    const resource = storedResource(key);
    const before = this.#known.get(key) ?? unknown;
    if (op === 'delete') {
      this.#known.delete(key);
      return { resource, what: 'deleted', words: '', ...noNews };
    }
    const after = isKubeObject(value) ? knownOf(resource, value) : unknown;
    if (before === unknown || !isSame(before, after)) this.#known.set(key, after);
    const { words } = after;
    const alarming =
      resource === 'pods' && (!calm.test(words) || (after.ready < before.ready && words !== ''));
    const recovered = before.words !== '' && !calm.test(before.words) && isWell.test(words);
    if (version === 1) return { resource, what: 'created', words, ...noNews };
    if (before.node === undefined && after.node !== undefined) {
      return { resource, what: 'bound', words, ...noNews };
    }
    if (words === before.words && before.owner !== after.owner) {
      const owned = `of ${after.owner ?? 'nobody'}`;
      return { resource, what: 'shown', words: owned, alarming, recovered };
    }
    const what = words === before.words ? 'kept' : 'shown';
    return { resource, what, words, alarming, recovered };
  }
}

interface CountingObject extends KubeObject {
  readonly spec?: CountedObject['spec'];
  readonly status?: CountedObject['status'] & {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

function knownOf(resource: string, object: KubeObject): Known {
  if (resource === 'pods') return knownPod(object as PodObject);
  const isEnding = object.metadata.deletionTimestamp !== undefined && resource !== 'namespaces';
  const words = isEnding ? 'ending' : (wordsOf[resource]?.(object as CountingObject) ?? '');
  return { words, ready: 0, node: undefined, owner: ownerOf(object) };
}

const ownerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.ownerReferences?.[0]?.uid;

function knownPod(pod: PodObject): Known {
  const { containerStatuses = [] } = pod.status ?? {};
  const ready = containerStatuses.filter((each) => each.ready).length;
  const unscheduled = pod.status?.conditions?.some(
    ({ type, status }) => type === 'PodScheduled' && status === 'False',
  );
  const word = unscheduled === true ? 'Pending, unschedulable' : kubectlStatus(pod);
  const words = `${word} ${ready}/${pod.spec?.containers?.length ?? 0}`;
  return { words, ready, node: pod.spec?.nodeName, owner: ownerOf(pod) };
}

const completeness = (object: CountingObject): string =>
  isComplete(object) ? 'complete' : 'not complete';

const phaseOf = ({ status }: CountingObject): string => status?.phase ?? '';

/** By resource: the words for how far the object has come. */
const wordsOf: Readonly<Record<string, (object: CountingObject) => string>> = {
  deployments: completeness,
  statefulsets: completeness,
  daemonsets: completeness,
  jobs: ({ status }) =>
    ['Complete', 'Failed', 'Suspended']
      .filter((type) => status?.conditions?.some((c) => c.type === type && c.status === 'True'))
      .join(),
  persistentvolumeclaims: (claim) =>
    phaseOf(claim) + (selectedNodeOf(claim) === undefined ? '' : ' placed'),
  persistentvolumes: phaseOf,
  namespaces: phaseOf,
  services: addressesOf,
  ingresses: addressesOf,
  gateways: addressesOf,
  resourceclaims: (claim) => (isReserved(claim) ? 'in use' : ''),
  nodes(node) {
    const { spec } = node as NodeObject;
    const ready = isReady(node as NodeObject) ? 'Ready' : 'NotReady';
    return spec?.unschedulable === true ? `${ready},SchedulingDisabled` : ready;
  },
  customresourcedefinitions: (definition) =>
    hasCondition(definition as PodObject, 'Established') ? 'established' : '',
};
