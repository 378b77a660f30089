/** The tellings of a Pod's new status. */
import { storedResource } from '#trace/object-key';
import type { Anchor, Telling } from '../telling.ts';
import { inEtcd, podOnNode, together } from './anchors.ts';
import { type StoryId, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import {
  allWords,
  asStored,
  conditionOf,
  differ,
  numberWords,
  podOfKey,
  podParam,
  type StoredObject,
  sentOf,
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
  'InitFailed',
  'CreateContainerConfigError',
]);

interface Story {
  readonly kind: string;
  readonly word: string;
  readonly ready: number;
  readonly of: number;
  /** Whether a container has started again since the report before. */
  readonly restarted: boolean;
}

function storyOf(pod: StoredObject, before: StoredObject, run: TellingRun): Story {
  const word = run.statusOf(pod);
  const [now, old] = [tallyOf(pod), tallyOf(before)];
  const of = pod.spec?.containers?.length ?? now.containers;
  const says = { ...now, word, Ready: conditionOf(pod, 'Ready') };
  const said = { ...old, word: run.statusOf(before), Ready: conditionOf(before, 'Ready') };
  const kind =
    turnOf(pod, before, word, run) ??
    (!differ(says, said)
      ? 'still'
      : word !== 'Running'
        ? kindOfWord(word)
        : now.ready < old.ready
          ? 'notReady'
          : said.Ready === 'True' && says.Ready !== 'True'
            ? 'unready'
            : now.ready < of
              ? 'starting'
              : 'Running');
  return { kind, word, ready: now.ready, of, restarted: now.restarts > old.restarts };
}

function kindOfWord(word: string): string {
  const base = word.startsWith('Init:') ? (/^Init:\d/.test(word) ? 'Init' : 'InitFailed') : word;
  return ownSentence.has(base) ? base : 'other';
}

/** What a report says for the first time, and is news whatever word kubectl prints. */
function turnOf(
  pod: StoredObject,
  before: StoredObject,
  word: string,
  run: TellingRun,
): string | undefined {
  const turned = (type: string, to: string): boolean =>
    conditionOf(pod, type) === to && conditionOf(before, type) !== to;
  const { phase, reason } = pod.status ?? {};
  if (turned('PodScheduled', 'False')) return 'unscheduled';
  if (word === 'Terminating') return undefined;
  if (phase === 'Failed' && before.status?.phase !== 'Failed') {
    if (/\/pod-garbage-collector/.test(sentOf(run)?.component ?? '')) return 'nodeGone';
    // Without a container that has ended, kubectl prints the reason, which has words of its own.
    return reason === undefined || reason === word ? undefined : 'failed';
  }
  return turned('DisruptionTarget', 'True') ? 'disrupted' : undefined;
}

/** What kubectl counts in a Pod, and how many of its containers have ended. */
function tallyOf({ status }: StoredObject) {
  const states = status?.containerStatuses ?? [];
  return {
    containers: states.length,
    ready: states.filter((each) => each.ready === true).length,
    restarts: states.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0),
    ended: states.filter(({ state }) => state?.terminated !== undefined).length,
  };
}

const hasWhy: ReadonlySet<string> = new Set([
  'nodeGone',
  'unscheduled',
  'disrupted',
  'notReady',
  'unready',
  'failed',
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
  'InitFailed',
  'CreateContainerConfigError',
]);

export function ofPodStatus(fact: Write, run: TellingRun): Telling {
  const pod = asStored(fact.value);
  const { kind, word, ready, of, restarted } = storyOf(pod, asStored(run.before), run);
  const name = podOfKey(fact.key);
  const node = pod.spec?.nodeName;
  const same = samePods(fact, run, word);
  const every = same.length > 1 && (kind === 'ContainerCreating' || kind === 'Running');
  const state = pod.status?.containerStatuses?.find((each) => each.state?.running === undefined);
  const served = servedBy(pod, run);
  const kubelets = new Set(same.map(({ value }) => asStored(value).spec?.nodeName)).size;
  const isLast = same.length >= (run.placeOf(name)?.total ?? 1);
  const formOf = () => {
    if (kind === 'Running' && every) return isLast ? '.all' : '.some';
    if (kind === 'Running') return served ? '' : '.alone';
    const goesOn = pod.spec?.restartPolicy === 'Always' && pod.status?.phase === 'Running';
    if (kind === 'Completed' && goesOn) return '.always';
    return every ? `.all${kubelets === 1 ? '.one' : ''}` : '';
  };
  const earlier = (each: Write): boolean =>
    each.id < fact.id && each.key === fact.key && run.statusOf(each.value) === word;
  const again =
    restarted && kind === 'Running' && run.latest('TxnCommitted', earlier) !== undefined;
  return telling({
    line: (again
      ? 'story.status.Running.again.line'
      : `story.status.${kind}${formOf()}.line`) as StoryId,
    why: kind === 'Running' ? whyRunning(served, run) : whyOf(kind, run),
    whatIf: ifOf(kind, node),
    params: {
      ...writeParams(fact, run),
      pod: podParam(name, run),
      word,
      reason: pod.status?.reason ?? '',
      ready,
      of,
      n: same.length,
      all: allWords(kubelets, 'begin'),
      count: numberWords(same.length),
      message: state?.state?.waiting?.message ?? '',
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

/** A person who makes a Deployment may think that this makes a Service too. */
function whyRunning(isServed: boolean, run: TellingRun): StoryId {
  if (isServed) return 'story.status.Running.served.why';
  const { line = '' } = run.latest('CommandEntered') ?? {};
  const isDeployment = /^kubectl\s+create\s+deploy/.test(line);
  return isDeployment ? 'story.status.Running.why' : 'story.status.Running.alone.why';
}

function whyOf(kind: string, run: TellingRun): StoryId | undefined {
  if (hasWhy.has(kind)) return `story.status.${kind}.why` as StoryId;
  return /\/kubelet$/.test(sentOf(run)?.component ?? '') ? 'story.status.why' : undefined;
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

/** Whether the selector of a Service in its namespace matches the Pod. */
const servedBy = ({ metadata }: StoredObject, run: TellingRun): boolean =>
  run.keysOf('services').some((key) => {
    const service = asStored(run.stored(key));
    const selector = Object.entries(service.spec?.selector ?? {});
    return (
      service.metadata?.namespace === metadata?.namespace &&
      selector.length > 0 &&
      selector.every(([name, value]) => metadata?.labels?.[name] === value)
    );
  });

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
