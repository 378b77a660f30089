/** The tellings of a write to etcd: what is new, what is changed, what is gone. */
import type { FactOf } from '#trace/facts';
import { storedResource } from '#trace/object-key';
import type { StoryMessage, Telling } from '../telling.ts';
import { keyWords, subresourceOf } from '../words.ts';
import { inEtcd, together } from './anchors.ts';
import { changed, literal, type StoryId, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import {
  asStored,
  differ,
  imagesOf,
  isByKubectl,
  listWords,
  numberWords,
  ownerKeyOf,
  ownerWords,
  podOfKey,
  podParam,
  requestsOf,
  type StoredObject,
  sentOf,
  withKind,
} from './objects.ts';
import { newsOfTaints, ofCompaction, ofNews, ofProgramsWrite } from './store-change.ts';
import { all, first, type TellingRun } from './telling-run.ts';
import { castOf, placesOf, type Write, writeParams } from './write.ts';

export function ofWrite(fact: Write, run: TellingRun): Telling {
  if (storedResource(fact.key) === '') return ofCompaction(fact, run);
  if (fact.op === 'delete') return ofRemoval(fact, run);
  if (fact.version === 1) return ofCreation(fact, run);
  const [before, after] = [asStored(run.before), asStored(fact.value)];
  if (
    before.metadata?.deletionTimestamp === undefined &&
    after.metadata?.deletionTimestamp !== undefined
  ) {
    return ofMark(fact, run);
  }
  const isPod = storedResource(fact.key) === 'pods';
  if (isPod && before.spec?.nodeName === undefined && after.spec?.nodeName !== undefined) {
    return ofBound(fact, run);
  }
  if (isByKubectl(run)) return ofChange(fact, run);
  return ofProgramsWrite(fact, run);
}

/** Kinds with a sentence of their own when the program of a name creates them. */
const ownSentence: Readonly<Record<string, { readonly by: RegExp; readonly line: StoryId }>> = {
  endpointslices: { by: /controller$/, line: 'story.created.endpointslices.line' },
  endpoints: { by: /controller$/, line: 'story.created.endpoints.line' },
  ipaddresses: { by: /^kube-apiserver$/, line: 'story.created.ipaddresses.line' },
  serviceaccounts: {
    by: /\/serviceaccount-controller$/,
    line: 'story.created.serviceaccounts.line',
  },
  controllerrevisions: { by: /controller$/, line: 'story.created.controllerrevisions.line' },
  jobs: { by: /\/cronjob-controller$/, line: 'story.created.jobs.line' },
};

function ofCreation(fact: Write, run: TellingRun): Telling {
  const object = asStored(fact.value);
  const byKubectl = isByKubectl(run);
  if (object.kind === 'Pod')
    return run.main || byKubectl ? ofPod(fact, run) : ofSiblings(fact, run);
  if (byKubectl) return ofOwnObject(fact, run);
  const owner = ownerKeyOf(object, run);
  const replicas = object.spec?.replicas;
  const lineOf = (): StoryId => {
    if (object.kind === 'ReplicaSet' && owner !== undefined && replicas !== undefined) {
      return 'story.created.replicaset.line';
    }
    const own = ownSentence[storedResource(fact.key)];
    if (own?.by.test(sentOf(run)?.component ?? '') !== true) return 'story.created.other.line';
    const isEmpty = object.kind === 'EndpointSlice' && (object.endpoints ?? []).length === 0;
    return isEmpty ? 'story.created.endpointslices.empty.line' : own.line;
  };
  const line = lineOf();
  return telling({
    line,
    why:
      line === 'story.created.replicaset.line'
        ? 'story.created.replicaset.why'
        : 'story.created.other.why',
    whatIf: line === 'story.created.replicaset.line' ? 'story.created.replicaset.if' : undefined,
    params: {
      ...writeParams(fact, run),
      n: replicas ?? 0,
      count: numberWords(replicas ?? 0),
      owner: ownerWords(object) ?? '',
    },
    anchors: { ...placesOf(fact, run), owner: owner === undefined ? 'etcd' : `etcd/${owner}` },
    cast: castOf(run),
    changed: createdLines(fact),
    terms: ['owner-reference', 'rbac'],
  });
}

function createdLines(fact: Write) {
  const owner = ownerWords(asStored(fact.value));
  const object = withKind(keyWords(fact.key), asStored(fact.value).kind);
  return [
    changed('story.changed.object', { object, revision: fact.revision }, '+'),
    ...(owner === undefined ? [] : [literal(`ownerReferences: ${owner}`, '+')]),
  ];
}

/** An object that a person had created. The first of the run is told in full. */
function ofOwnObject(fact: Write, run: TellingRun): Telling {
  const again = run.told.some((each) => each.type === 'TxnCommitted');
  return telling({
    line: again ? 'story.stored.again.line' : 'story.stored.line',
    why: again ? 'story.stored.again.why' : 'story.stored.why',
    whatIf: 'story.stored.if',
    params: writeParams(fact, run),
    anchors: placesOf(fact, run),
    cast: again
      ? ['kubectl', 'kube-apiserver', 'etcd']
      : ['kube-apiserver', 'kube-apiserver/store', 'etcd'],
    changed: [literal(`key ${fact.key}`, '+'), literal(`resourceVersion: ${fact.revision}`, '+')],
    terms: ['etcd', 'revision', 'resource-version'],
  });
}

function ofPod(fact: Write, run: TellingRun): Telling {
  const pod = asStored(fact.value);
  const node = pod.spec?.nodeName;
  const plugins =
    first(run.request, 'Mutated')?.plugins.filter(({ outcome }) => outcome === 'changed') ?? [];
  const asks = requestsOf(pod);
  const mirror = /\/kubelet$/.test(sentOf(run)?.component ?? '');
  const gates = pod.spec?.schedulingGates?.map(({ name }) => name) ?? [];
  const scheduler = pod.spec?.schedulerName;
  const topicOf = () => {
    if (mirror) return 'mirror';
    if (gates.length > 0) return 'gated';
    if (node !== undefined) return 'pinned';
    if (scheduler !== undefined && scheduler !== 'default-scheduler') return 'scheduler';
    if (asks !== '') return 'asks';
    return plugins.length > 0 ? 'changed' : 'plain';
  };
  return telling({
    line: `story.pod.${topicOf()}.line`,
    why: mirror
      ? 'story.pod.mirror.why'
      : plugins.length > 0
        ? 'story.pod.changed.why'
        : 'story.pod.plain.why',
    whatIf: mirror ? undefined : 'story.pod.if',
    params: {
      ...writeParams(fact, run),
      pod: podParam(podOfKey(fact.key), run),
      image: imagesOf(pod),
      n: plugins.length,
      count: numberWords(plugins.length),
      plugins: listWords(plugins.map(({ plugin }) => plugin)),
      gates: listWords(gates),
      scheduler: scheduler ?? '',
      asks,
      node: node ?? '',
    },
    anchors: { ...placesOf(fact, run), mutate: 'kube-apiserver/mutate', node: node ?? 'etcd' },
    cast: castOf(run),
    changed: [
      ...createdLines(fact),
      literal(node === undefined ? 'spec.nodeName: –' : `spec.nodeName: ${node}`),
    ],
    terms: ['node', 'toleration', 'qos-class'],
  });
}

/** `337 and 339`, for other writes may lie between; of more than two the first and the last. */
const revisionsOf = (pods: readonly Write[]): StoryMessage => ({
  id: pods.length === 2 ? 'story.revisions.two' : 'story.revisions',
  params: { first: pods[0]?.revision ?? 0, last: pods.at(-1)?.revision ?? 0 },
});

/** All Pods beside the main line that one beat tells. */
function ofSiblings(fact: Write, run: TellingRun): Telling {
  const same = all(run.folded, 'TxnCommitted').filter(
    ({ key, version }) => version === 1 && storedResource(key) === 'pods',
  );
  const pods = same.length > 0 ? same : [fact];
  const decided = Number(decidedBy(run)?.params['count'] ?? 0);
  const continues = goesOn(run);
  const lineOf = (): StoryId => {
    if (isInOrder(fact, run)) return 'story.siblings.ordered.line';
    if (!continues && pods.length === 1 && decided > 1) return 'story.siblings.new.first.line';
    return `story.siblings${continues ? '' : '.new'}${pods.length === 1 ? '.one' : ''}.line`;
  };
  const line = lineOf();
  const whyOf = (): StoryId => {
    if (line === 'story.siblings.ordered.line') return 'story.decide.statefulset.create-pod.why';
    return continues && decided > 1 ? 'story.siblings.why' : 'story.siblings.other.why';
  };
  return telling({
    line,
    why: whyOf(),
    whatIf: 'story.siblings.if',
    params: {
      ...writeParams(fact, run),
      pod: podParam(podOfKey(fact.key), run),
      n: pods.length,
      count: numberWords(pods.length),
      missing: numberWords(decided),
      revisions: revisionsOf(pods),
    },
    anchors: {
      ...placesOf(fact, run),
      pods: together(pods.slice(0, 5).map(({ key }) => inEtcd(key))),
    },
    cast: castOf(run),
    changed: pods
      .slice(0, 3)
      .map(({ key, revision }) =>
        changed('story.changed.object', { object: keyWords(key), revision }, '+'),
      ),
    terms: ['event'],
  });
}

/** The decision of its controller by which a Pod is made. */
function decidedBy(run: TellingRun): FactOf<'DecisionMade'> | undefined {
  const sender = sentOf(run)?.component;
  const decided = run.latest('DecisionMade', ({ component }) => component === sender);
  const creates = /^(replicaset|daemonset|job)\.create-pods$/.test(decided?.decision ?? '');
  return creates ? decided : undefined;
}

/** Whether the Pod had to wait until the one before it in a StatefulSet was ready. */
function isInOrder({ value }: Write, run: TellingRun): boolean {
  const pod = asStored(value);
  const owner = ownerKeyOf(pod, run) ?? '';
  const { spec } = asStored(run.stored(owner));
  return owner.startsWith('statefulsets/') && spec?.podManagementPolicy !== 'Parallel';
}

/** Whether a Pod of the same decision was told before. */
function goesOn(run: TellingRun): boolean {
  const decided = decidedBy(run)?.id ?? 0;
  return all(run.told, 'TxnCommitted').some(
    ({ id, key, version }) => id > decided && version === 1 && storedResource(key) === 'pods',
  );
}

function ofBound(fact: Write, run: TellingRun): Telling {
  const node = asStored(fact.value).spec?.nodeName ?? '';
  const again = run.told.some(
    (each) =>
      each.type === 'TxnCommitted' && storedResource(each.key) === 'pods' && each.version > 1,
  );
  return telling({
    line: again ? 'story.bound.again.line' : 'story.bound.line',
    why: 'story.bound.why',
    whatIf: 'story.bound.if',
    params: { ...writeParams(fact, run), node, pod: podParam(podOfKey(fact.key), run) },
    anchors: {
      ...placesOf(fact, run),
      pod: inEtcd(fact.key),
      field: `${inEtcd(fact.key)}/node`,
      node,
    },
    cast: ['kube-scheduler', 'kube-apiserver', 'etcd', node],
    changed: [
      literal(`spec.nodeName: – → ${node}`),
      literal('PodScheduled: True', '+'),
      literal(`resourceVersion: ${fact.revision}`),
    ],
    terms: ['binding'],
  });
}

/** A date of deletion was set: nothing has stopped yet. */
function ofMark(fact: Write, run: TellingRun): Telling {
  const object = asStored(fact.value);
  const isPod = object.kind === 'Pod';
  const seconds = object.metadata?.deletionGracePeriodSeconds ?? 0;
  const held = object.metadata?.finalizers?.join(', ') ?? '';
  const topicOf = () => {
    if (object.kind === 'Namespace') return 'namespace';
    if (isPod && hasEnded(object)) return 'pod.over';
    if (isMirror(object)) return 'mirror';
    if (isPod) return isByKubectl(run) ? 'pod' : 'pod.by';
    if (held === '') return 'other';
    return isByKubectl(run) ? 'held' : 'held.by';
  };
  return telling({
    line: `story.marked.${topicOf()}.line`,
    why: isMirror(object)
      ? 'story.pod.mirror.why'
      : isPod
        ? 'story.marked.pod.why'
        : 'story.marked.why',
    whatIf: isPod && !isMirror(object) ? 'story.marked.pod.if' : 'story.marked.if',
    params: { ...writeParams(fact, run), seconds, held, pod: podParam(podOfKey(fact.key), run) },
    anchors: { ...placesOf(fact, run), node: object.spec?.nodeName ?? 'etcd' },
    cast: [...castOf(run), ...(object.spec?.nodeName === undefined ? [] : [object.spec.nodeName])],
    changed: diffOf(run.before, fact.value),
    terms: ['finalizer'],
  });
}

/** Shows a static Pod, which its kubelet runs from a file. */
const isMirror = ({ metadata }: StoredObject): boolean =>
  metadata?.annotations?.['kubernetes.io/config.mirror'] !== undefined;

/** Nothing of the Pod runs any more, and nothing will. */
const hasEnded = ({ status }: StoredObject): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';

function ofRemoval(fact: Write, run: TellingRun): Telling {
  const { metadata } = asStored(run.before);
  const isHeld =
    metadata?.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0;
  const topic = topicOfRemoval(storedResource(fact.key), sentOf(run)?.component ?? '', {
    isHeld,
    hasOwner: ownerKeyOf(asStored(run.before), run) !== undefined,
    stillRuns: isMirror(asStored(run.before)) && !hasEnded(asStored(run.before)),
  });
  return telling({
    line: `story.gone.${topic}.line`,
    why: whyGone(topic),
    whatIf: undefined,
    params: { ...writeParams(fact, run), pod: podParam(podOfKey(fact.key), run) },
    anchors: placesOf(fact, run),
    cast: castOf(run),
    changed: [literal(`key ${fact.key}`, '-')],
    terms: topic === 'owned' ? ['garbage-collector', 'owner-reference'] : ['finalizer'],
  });
}

function whyGone(topic: ReturnType<typeof topicOfRemoval>): StoryId {
  if (topic === 'released') return 'story.marked.why';
  if (topic === 'owned.first') return 'story.gone.owned.first.why';
  if (topic === 'mirror') return 'story.pod.mirror.why';
  return topic === 'pod' || topic === 'owned' ? `story.gone.${topic}.why` : 'story.gone.why';
}

interface Gone {
  /** Whether a finalizer was in the way. */
  readonly isHeld: boolean;
  readonly hasOwner: boolean;
  /** Whether it was only the mirror of a static Pod. */
  readonly stillRuns: boolean;
}

/** By what is gone, by who had it removed, and by what was in the way until then. */
function topicOfRemoval(resource: string, sender: string, { isHeld, hasOwner, stillRuns }: Gone) {
  const program = sender.split('/').at(-1);
  if (stillRuns) return 'mirror';
  if (resource === 'pods' && program === 'kubelet') return 'pod';
  if (resource === 'namespaces') return 'namespace';
  // k8s.io/kubernetes/pkg/registry/core/service/storage REST.afterDelete
  if (resource === 'endpoints' && !/-controller$/.test(program ?? '')) return 'with';
  if (isHeld) return 'released';
  switch (program) {
    case 'kubectl':
      return 'person';
    case 'garbage-collector-controller':
      // In a foreground deletion the owner waits until what it owns is gone.
      return hasOwner ? 'owned.first' : 'owned';
    case 'namespace-controller':
      return 'emptied';
    default:
      return 'other';
  }
}

/** A person's change to an existing object. */
function ofChange(fact: Write, run: TellingRun): Telling {
  const [before, after] = [asStored(run.before), asStored(fact.value)];
  const taints = newsOfTaints(before, after);
  if (taints !== undefined) return ofNews(taints, fact, run);
  const topic = topicOfChange(before, after, subresourceOf(sentOf(run)?.url ?? ''));
  const node = after.kind === 'Node' ? after.metadata?.name : undefined;
  return telling({
    line: `story.change.${topic}.line`,
    why: `story.change.${topic === 'resumed' || topic === 'waits' ? 'paused' : topic}.why`,
    whatIf:
      topic === 'scale' || topic === 'cordon' || topic === 'image'
        ? `story.change.${topic}.if`
        : undefined,
    params: {
      ...writeParams(fact, run),
      from: before.spec?.replicas ?? 1,
      to: after.spec?.replicas ?? 1,
      images: imagesOf(after),
      asks: requestsOf(after),
    },
    anchors: { ...placesOf(fact, run), node: node ?? 'etcd' },
    cast: [...castOf(run), ...(node === undefined ? [] : [node])],
    changed: diffOf(run.before, fact.value),
    terms: [topic === 'cordon' ? 'taint' : 'revision'],
  });
}

/** The first that is new, in the order of what a person would call the change. */
function topicOfChange(before: StoredObject, after: StoredObject, subresource: string) {
  const [was, is] = [before.spec?.paused === true, after.spec?.paused === true];
  if (was !== is) return is ? 'paused' : 'resumed';
  if (is && differ(before.spec?.template, after.spec?.template)) return 'waits';
  if (subresource === '/eviction') return 'evict';
  if (subresource === '/resize') return 'resize';
  const isGated = (pod: StoredObject): boolean => (pod.spec?.schedulingGates ?? []).length > 0;
  if (isGated(before) && !isGated(after)) return 'ungated';
  const replicas = after.spec?.replicas;
  if (replicas !== undefined && replicas !== before.spec?.replicas) return 'scale';
  const closed = after.spec?.unschedulable === true;
  if (closed !== (before.spec?.unschedulable === true)) return closed ? 'cordon' : 'uncordon';
  if (imagesOf(before) !== imagesOf(after)) return after.kind === 'Pod' ? 'image.pod' : 'image';
  if (differ(before.spec?.template, after.spec?.template)) return 'template';
  const isLabel = differ(before.metadata?.labels, after.metadata?.labels);
  return isLabel && !differ(before.spec, after.spec) ? 'labels' : 'other';
}
