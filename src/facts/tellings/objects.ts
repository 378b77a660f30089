/** The fields of stored objects that tellings read, and short forms of them. */
import type { Fact, FactOf } from '#trace/facts';
import { etcdKeyOf, storedObjectKey } from '#trace/object-key';
import { objectWords } from '../words.ts';
import { type StoryParams, storyMessage } from './compose.ts';
import { first, type TellingRun } from './telling-run.ts';

interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly resources?: { readonly requests?: Readonly<Record<string, string | number>> };
}

interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly containerID?: string;
  readonly state?: {
    readonly waiting?: { readonly reason?: string; readonly message?: string };
    readonly running?: object;
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
}

export interface StoredObject {
  readonly kind?: string;
  readonly endpoints?: readonly unknown[] | null;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
    readonly finalizers?: readonly string[];
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly spec?: {
    readonly replicas?: number;
    readonly paused?: boolean;
    readonly restartPolicy?: string;
    readonly schedulingGates?: readonly { readonly name: string }[];
    readonly podManagementPolicy?: string;
    readonly minReplicas?: number;
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly nodeName?: string;
    readonly unschedulable?: boolean;
    readonly taints?: readonly {
      readonly key: string;
      readonly value?: string;
      readonly effect: string;
    }[];
    readonly podCIDR?: string;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } };
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly clusterIP?: string;
    readonly terminationGracePeriodSeconds?: number;
    readonly holderIdentity?: string;
    readonly schedulerName?: string;
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly podIP?: string;
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly numberReady?: number;
    readonly numberAvailable?: number;
    readonly desiredNumberScheduled?: number;
    readonly currentNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly succeeded?: number;
    /** Of a ResourceClaim. */
    readonly reservedFor?: readonly { readonly name: string }[];
    readonly allocation?: {
      readonly devices?: { readonly results?: readonly { readonly device: string }[] };
    };
    readonly failed?: number;
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}

export const asStored = (value: unknown): StoredObject => (value ?? {}) as StoredObject;

/** The status of a condition: `True`, `False`, `Unknown`; empty if the object has no such one. */
export const conditionOf = ({ status }: StoredObject, type: string): string =>
  status?.conditions?.find((each) => each.type === type)?.status ?? '';

/** Whether two parts of objects say something different. */
export const differ = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

/** The taints of a node, as `kubectl taint` takes them. */
export const taintsOf = ({ spec }: StoredObject): string =>
  (spec?.taints ?? [])
    .map(({ key, value, effect }) => `${key}${value === undefined ? '' : `=${value}`}:${effect}`)
    .join(', ');

/** The containers of a Pod, or of the Pods that an object makes. */
export const containersOf = ({ spec }: StoredObject): readonly Container[] =>
  spec?.template?.spec?.containers ?? spec?.containers ?? [];

/** The images of the containers, without the parts that carry no information: `nginx, redis`. */
export const imagesOf = (object: StoredObject): string =>
  containersOf(object)
    .map(({ image = '' }) => image)
    .join(', ');

/** The sum of the containers' resource requests: `cpu 64`; empty without requests. */
export const requestsOf = (object: StoredObject): string =>
  containersOf(object)
    .flatMap(({ resources }) => Object.entries(resources?.requests ?? {}))
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ');

/** `Deployment nginx`. */
export const ownerWords = (object: StoredObject): string | undefined => {
  const owner = object.metadata?.ownerReferences?.[0];
  return owner === undefined ? undefined : `${owner.kind} ${owner.name}`;
};

/** The short key of an owner in the object's namespace, found among the given keys. */
export function ownerKeyOf(object: StoredObject, run: TellingRun): string | undefined {
  const owner = object.metadata?.ownerReferences?.[0];
  if (owner === undefined) return undefined;
  const plural = `${owner.kind.toLowerCase()}s`;
  const { namespace } = object.metadata ?? {};
  const key = [plural, namespace, owner.name].filter(Boolean).join('/');
  return run.stored(key) === undefined ? undefined : key;
}

/** A number up to ten in words of the language, any other in figures. */
export const numberWords = (n: number): StoryParams[string] =>
  n >= 1 && n <= 10 ? storyMessage(numbers[n - 1] ?? 'story.number.1') : n;

const numbers = [
  'story.number.1',
  'story.number.2',
  'story.number.3',
  'story.number.4',
  'story.number.5',
  'story.number.6',
  'story.number.7',
  'story.number.8',
  'story.number.9',
  'story.number.10',
] as const;

/** `node-2 and node-3`, in the manner of the language. */
export function listWords([first = '', ...rest]: readonly string[]): StoryParams[string] {
  if (rest.length === 0) return first;
  const id = rest.length === 1 ? 'story.list.last' : 'story.list';
  return storyMessage(id, { first, rest: listWords(rest) });
}

/** `all three`, `both`; at the beginning of a sentence with `at: 'begin'`. */
export function allWords(n: number, at: 'begin' | 'within' = 'within'): StoryParams[string] {
  if (n === 2) return storyMessage(at === 'begin' ? 'story.both.begin' : 'story.both');
  return storyMessage(at === 'begin' ? 'story.all.begin' : 'story.all', { count: numberWords(n) });
}

/** The name for a Pod (`namespace/name`): its role among siblings, else its own name. */
export function podParam(pod: string, run: TellingRun): StoryParams[string] {
  const place = run.placeOf(pod);
  const name = pod.slice(pod.indexOf('/') + 1);
  if (place === undefined || place.total < 2 || place.n < 1)
    return storyMessage('story.pod.named', { name });
  if (place.n === 1) return storyMessage('story.pod.first');
  return storyMessage('story.pod.nth', { n: place.n, total: place.total });
}

/** `default/web` of `/registry/pods/default/web`. */
export const podOfKey = (key: string): string => storedObjectKey(key).split('/').slice(1).join('/');

/** The request of a fact as its sender sent it. */
export const sentOf = (run: TellingRun): FactOf<'RequestSent'> | undefined =>
  first(run.request, 'RequestSent');

/** Whether a person's command asked for it. */
export const isByKubectl = (run: TellingRun): boolean => sentOf(run)?.component === 'kubectl';

/** The object of a request: `Deployment nginx`. */
export function objectOfRequest(sent: FactOf<'RequestSent'> | undefined, run: TellingRun): string {
  if (sent === undefined) return '';
  const { ref, body } = sent;
  const stored = asStored(run.stored(etcdKeyOf(ref)));
  const { name, generateName } = (asStored(body).metadata ?? {}) as {
    readonly name?: string;
    readonly generateName?: string;
  };
  const words = objectWords({ ...ref, name: ref.name || (name ?? generateName ?? '') });
  return withKind(words, stored.kind ?? asStored(body).kind);
}

/** `cats/tom` → `Cat tom`: the kind of a resource that a person has defined is in its objects. */
export const withKind = (words: string, kind: string | undefined): string =>
  kind === undefined ? words : words.replace(/^[a-z][\w.-]*\//, `${kind} `);

/** The API server's answer when it refused. */
export const refusalOf = (run: TellingRun): FactOf<'ResponseSent'> | undefined =>
  run.request.find(
    (fact: Fact): fact is FactOf<'ResponseSent'> =>
      fact.type === 'ResponseSent' && fact.code >= 400,
  );
