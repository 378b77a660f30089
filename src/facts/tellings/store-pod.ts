/** The tellings of a Pod's new status. */
import { storedResource } from '#trace/object-key';
import type { Anchor, Telling } from '../telling.ts';
import { inEtcd, podOnNode, together } from './anchors.ts';
import { type StoryId, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import {
  allWords,
  asStored,
  numberWords,
  podOfKey,
  podParam,
  type StoredObject,
} from './objects.ts';
import { all, type TellingRun } from './telling-run.ts';
import { castOf, placesOf, type Write, writeParams } from './write.ts';

/** The words of kubectl that have a sentence of their own. */
const ownSentence: ReadonlySet<string> = new Set([
  'ContainerCreating',
  'PodInitializing',
  'Running',
  'Error',
  'CrashLoopBackOff',
  'ErrImagePull',
  'ImagePullBackOff',
  'OOMKilled',
  'Completed',
  'Evicted',
  'Terminating',
  'Unknown',
  'Init',
]);

interface Story {
  readonly kind: string;
  readonly word: string;
  readonly ready: number;
  readonly of: number;
}

function storyOf(pod: StoredObject, before: StoredObject, run: TellingRun): Story {
  const word = run.statusOf(pod);
  const states = pod.status?.containerStatuses ?? [];
  const ready = states.filter((each) => each.ready === true).length;
  const of = pod.spec?.containers?.length ?? states.length;
  const was = before.status?.containerStatuses?.filter((each) => each.ready === true).length ?? 0;
  const unscheduled = conditionOf(pod, 'PodScheduled')?.status === 'False';
  const disrupted = conditionOf(pod, 'DisruptionTarget')?.status === 'True';
  const base = word.startsWith('Init:') ? 'Init' : word;
  const kind = unscheduled
    ? 'unscheduled'
    : disrupted && base !== 'Terminating'
      ? 'disrupted'
      : base === 'Running' && ready < was
        ? 'notReady'
        : base === 'Running' && ready < of
          ? 'starting'
          : ownSentence.has(base)
            ? base
            : 'other';
  return { kind, word, ready, of };
}

const conditionOf = ({ status }: StoredObject, type: string) =>
  status?.conditions?.find((each) => each.type === type);

const hasWhy: ReadonlySet<string> = new Set([
  'unscheduled',
  'disrupted',
  'notReady',
  'ContainerCreating',
  'Running',
  'Error',
  'CrashLoopBackOff',
  'ErrImagePull',
  'ImagePullBackOff',
  'OOMKilled',
  'Terminating',
  'Unknown',
  'Init',
]);

export function ofPodStatus(fact: Write, run: TellingRun): Telling {
  const pod = asStored(fact.value);
  const { kind, word, ready, of } = storyOf(pod, asStored(run.before), run);
  const name = podOfKey(fact.key);
  const node = pod.spec?.nodeName;
  const same = samePods(fact, run, word);
  const every = same.length > 1 && (kind === 'ContainerCreating' || kind === 'Running');
  const state = pod.status?.containerStatuses?.find((each) => each.state?.running === undefined);
  const served = servedBy(pod, run);
  const running =
    kind === 'Running' ? (every ? '.all' : served ? '' : '.alone') : every ? '.all' : '';
  const told = run.told.some(
    (each) =>
      each.type === 'TxnCommitted' && each.key === fact.key && run.statusOf(each.value) === word,
  );
  return telling({
    line: (told && kind === 'Running'
      ? 'story.status.Running.again.line'
      : `story.status.${kind}${running}.line`) as StoryId,
    why: (hasWhy.has(kind) ? `story.status.${kind}.why` : 'story.status.why') as StoryId,
    whatIf: ifOf(kind, node),
    params: {
      ...writeParams(fact, run),
      pod: podParam(name, run),
      word,
      ready,
      of,
      n: same.length,
      all: allWords(same.length, 'begin'),
      count: numberWords(same.length),
      times: numberWords(same.length),
      code: state?.state?.terminated?.exitCode ?? '',
      restarts: state?.restartCount ?? 0,
      node: node ?? '',
      ip: pod.status?.podIP ?? '',
      image: pod.spec?.containers?.[0]?.image ?? '',
    },
    anchors: anchorsOf(fact, run, same, node),
    cast: writersOf(same, run),
    changed: diffOf(run.before, fact.value),
    terms: kind === 'Running' ? ['service', 'endpoint-slice'] : ['status-manager', 'condition'],
  });
}

/** The nodes whose kubelets report, or else who had it written. */
function writersOf(same: readonly Write[], run: TellingRun): readonly Anchor[] {
  const [sender = '', ...others] = castOf(run);
  return sender.startsWith('node-') ? [...nodesOf(same), ...others] : [sender, ...others];
}

function anchorsOf(
  fact: Write,
  run: TellingRun,
  same: readonly Write[],
  node: string | undefined,
): Readonly<Record<string, Anchor>> {
  const pod = podOfKey(fact.key);
  return {
    ...placesOf(fact, run),
    pods: together(same.slice(0, 5).map(({ key }) => inEtcd(key))),
    kubelets: together(nodesOf(same).map((each) => `${each}/kubelet`)),
    kubelet: node === undefined ? 'kube-scheduler' : `${node}/kubelet`,
    node: node ?? 'etcd',
    address: node === undefined ? 'etcd' : `${node}/address`,
    slice: 'etcd/endpointslices',
    waiting: 'kube-scheduler/unschedulablePods',
    container: node === undefined ? 'etcd' : podOnNode(node, pod),
  };
}

/** The Pods with the same word in the same beat: the fact's own and its siblings. */
function samePods(fact: Write, run: TellingRun, word: string): readonly Write[] {
  const siblings = new Set(run.placeOf(podOfKey(fact.key))?.pods ?? []);
  const others = all(run.folded, 'TxnCommitted').filter(
    ({ key, value }) =>
      key !== fact.key &&
      storedResource(key) === 'pods' &&
      siblings.has(podOfKey(key)) &&
      run.statusOf(value) === word,
  );
  const byKey = new Map([...others, fact].map((each) => [each.key, each]));
  return [...byKey.values()];
}

const nodesOf = (writes: readonly Write[]): readonly string[] =>
  [...new Set(writes.flatMap(({ value }) => asStored(value).spec?.nodeName ?? []))].slice(0, 3);

/**
 * Whether a Service may select the Pod: its namespace has a slice that is not the cluster's own.
 */
const servedBy = ({ metadata }: StoredObject, run: TellingRun): boolean =>
  run
    .keysOf('endpointslices')
    .some((key) => key.split('/')[1] === metadata?.namespace && !/\/kubernetes(-|$)/.test(key));

function ifOf(kind: string, node: string | undefined): StoryId | undefined {
  switch (kind) {
    case 'Running':
      return 'story.status.Running.if';
    case 'ContainerCreating':
      return 'story.status.ContainerCreating.if';
    case 'CrashLoopBackOff':
    case 'Error':
      return 'story.exited.if';
    case 'unscheduled':
      return 'story.unschedulable.if';
    case 'Unknown':
    case 'Terminating':
      return node === undefined ? undefined : 'story.hears.end.if';
    default:
      return undefined;
  }
}
