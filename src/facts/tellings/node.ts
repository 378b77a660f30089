/** The tellings of a node: the kubelet, its runtime, and processes. */
import { assertUnreachable } from '#base/assert';
import type { FactOf } from '#trace/facts';
import type { Anchor, Telling } from '../telling.ts';
import { firstLine, grouped, nameInKey, nodeOf } from '../words.ts';
import { podOnNode } from './anchors.ts';
import { messageLines } from './client.ts';
import { changed, literal, type StoryId, telling } from './compose.ts';
import { allWords, asStored, containersOf, numberWords, podParam } from './objects.ts';
import { calledOf, type TellingRun } from './telling-run.ts';

/** The parts of a node, as anchors. */
function partsOf(node: string, pod: string): Readonly<Record<string, Anchor>> {
  const parts = ['kubelet', 'containerd', 'sandbox', 'network', 'image', 'container', 'pause'];
  const named = [...parts, 'cni', 'address', 'veth', 'snapshot', 'probe'];
  return {
    ...Object.fromEntries(named.map((part) => [part, `${node}/${part}`])),
    worker: `${node}/pod-worker`,
    pod: podOnNode(node, pod),
    node,
  };
}

/** The anchors that a line names. */
const pick = (from: Readonly<Record<string, Anchor>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? '']));

/** The Pods of one decision that have come to the same call; one beat tells all of them. */
function togetherOf(fact: FactOf<'CriReturned'>, run: TellingRun) {
  const { cohort, decided: total } = run.placeOf(fact.pod) ?? { cohort: [fact.pod], decided: 1 };
  const pods = new Set(cohort);
  const reached = run.count('CriReturned', (each) =>
    each.method === fact.method && each.error === undefined && pods.has(each.pod)
      ? each.pod
      : undefined,
  );
  const nodes = [...pods].flatMap(
    (pod) => asStored(run.stored(`pods/${pod}`)).spec?.nodeName ?? [],
  );
  return { every: total > 1 && reached >= total, reached, total, nodes: [...new Set(nodes)] };
}

export function ofPodSync(fact: FactOf<'PodSyncStarted'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const parts = partsOf(node, fact.pod);
  const topic = topicOfSync(fact, run);
  const ending = fact.state !== 'sync';
  const admitted = run.latest('PodAdmitted', ({ pod }) => pod === fact.pod);
  return telling({
    line: `story.hears.${topic}line`,
    why: whyOfSync(topic),
    whatIf: ifOfSync(topic),
    params: { node, pod: podParam(fact.pod, run) },
    anchors: pick(parts, ending ? ['kubelet', 'pod', 'container'] : ['kubelet', 'pod', 'worker']),
    cast: topic === 'file.' ? [node] : ['kube-apiserver', node],
    changed:
      topic === 'changed.'
        ? []
        : ending
          ? [changed('story.changed.ending', { pod: nameInKey(fact.pod) })]
          : [
              ...(topic === 'file.' ? [] : [changed('story.changed.heard', { node })]),
              ...(admitted === undefined
                ? []
                : [changed('story.changed.admitted', { n: admitted.handlers.length })]),
              changed('story.changed.worker', {}, '+'),
            ],
    terms: ['kubelet', 'pod-worker', 'sync-loop'],
  });
}

function whyOfSync(topic: SyncTopic): StoryId {
  if (topic === 'file.') return 'story.pod.mirror.why';
  return topic === 'again.' ? 'story.hears.why' : `story.hears.${topic}why`;
}

type SyncTopic = '' | 'again.' | 'file.' | 'changed.' | 'end.' | 'over.' | 'own.';

/** Why a worker begins: a new Pod, a change of one, or its end, which has three causes. */
function topicOfSync(fact: FactOf<'PodSyncStarted'>, run: TellingRun): SyncTopic {
  if (fact.state === 'sync') {
    if (fact.update === 'update') return 'changed.';
    const heard = run.latest('PodConfigChanged', ({ pod }) => pod === fact.pod);
    if (heard?.source === 'file') return 'file.';
    const isKnown = run.told.some(
      (each) => each.type === 'PodSyncStarted' && each.state === fact.state,
    );
    return isKnown ? 'again.' : '';
  }
  const { metadata, spec } = asStored(run.stored(`pods/${fact.pod}`));
  if (metadata?.deletionTimestamp !== undefined) return 'end.';
  const { containers: seen = {} } = run.latest('PodStatusSet', ({ pod }) => pod === fact.pod) ?? {};
  const ended = ({ name = '' }) => seen[name]?.startsWith('terminated') === true;
  return spec?.containers?.every(ended) === true ? 'over.' : 'own.';
}

function ifOfSync(topic: SyncTopic): StoryId | undefined {
  if (topic === '' || topic === 'again.') return 'story.hears.if';
  return topic === 'end.' ? 'story.hears.end.if' : undefined;
}

export function ofPlan(fact: FactOf<'PodActionsComputed'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const start = fact.containersToStart;
  const restarts = start.some((each) => fact.containersToKill.includes(each));
  const kind = fact.createSandbox
    ? 'sandbox'
    : restarts
      ? 'restart'
      : start.length > 0
        ? 'start'
        : 'kill';
  const volumes = run.latest('VolumeMounted', ({ pod, mounted }) => mounted && pod === fact.pod);
  return telling({
    line: `story.plan.${kind}.line`,
    why: `story.plan.${kind}.why`,
    whatIf: kind === 'sandbox' ? 'story.plan.if' : undefined,
    params: {
      container: (start[0] ?? fact.containersToKill[0] ?? '') as string,
      pod: podParam(fact.pod, run),
      n: start.length,
    },
    anchors: pick(
      partsOf(node, fact.pod),
      kind === 'sandbox' ? ['kubelet', 'sandbox', 'image', 'container'] : ['kubelet', 'container'],
    ),
    cast: [`${node}/kubelet`, `${node}/sandbox`, `${node}/image`, `${node}/container`],
    changed: [
      ...(volumes === undefined || kind !== 'sandbox'
        ? []
        : [changed('story.changed.mounted', { volume: volumes.volume }, '+')]),
      ...(fact.createSandbox ? [changed('story.changed.plan.sandbox', {}, '+')] : []),
      ...start.map((container) => changed('story.changed.plan.start', { container }, '+')),
      ...fact.containersToKill.map((container) =>
        changed('story.changed.plan.kill', { container }, '-'),
      ),
    ],
    terms: ['sandbox', 'linux-namespace'],
  });
}

export function ofNetwork(fact: FactOf<'CniStep'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const { address = '', bridge = '', hostInterface = '', gateway = '' } = fact.result;
  const again = run.told.some((each) => each.type === 'CniStep');
  return telling({
    line: again ? 'story.network.again.line' : 'story.network.line',
    why: 'story.network.why',
    whatIf: 'story.network.if',
    params: {
      ip: address.replace(/\/.*/, ''),
      address,
      bridge,
      gateway,
      node,
      pod: podParam(fact.pod, run),
    },
    anchors: pick(partsOf(node, fact.pod), ['containerd', 'network', 'cni', 'address', 'veth']),
    cast: [`${node}/containerd`, `${node}/network`, `${node}/cni`, `${node}/sandbox`],
    changed: [
      changed('story.changed.namespace', {}, '+'),
      changed('story.changed.address', { address }, '+'),
      changed('story.changed.veth', { host: hostInterface, bridge }, '+'),
    ],
    terms: ['cri', 'cni', 'veth', 'bridge', 'ipam'],
  });
}

type Done = 'RunPodSandbox' | 'PullImage' | 'StartContainer' | 'StopContainer';

export function ofCall(fact: FactOf<'CriReturned'>, run: TellingRun): Telling {
  if (fact.error !== undefined) return ofFailedCall(fact, run);
  if (fact.method === 'UpdateContainerResources') return ofLimits(fact, run);
  const { node } = fact;
  const method = fact.method as Done;
  const { every, total, nodes, reached } = togetherOf(fact, run);
  const process = run.latest('ProcessStarted', ({ pod }) => pod === fact.pod);
  const pod = asStored(run.stored(`pods/${fact.pod}`));
  const called = calledOf(fact, run);
  const image = called?.request.image?.image ?? '';
  const again = run.told.some((each) => each.type === 'CriReturned' && each.method === method);
  const suffix = every ? '.all' : again ? '.again' : '';
  const ended = run.latest(
    'ProcessExited',
    (each) => each.pod === fact.pod && each.container !== '',
  );
  const container =
    (method === 'StopContainer' ? ended?.container : process?.container) ||
    (containersOf(pod)[0]?.name ?? '');
  return telling({
    line: `story.call.${method}${method === 'StopContainer' ? '' : suffix}.line` as StoryId,
    why: `story.call.${method}.why`,
    whatIf: `story.call.${method}.if`,
    params: {
      node,
      pod: podParam(fact.pod, run),
      image,
      container,
      all: allWords(total, 'begin'),
      n: nodes.length,
      on: allWords(nodes.length),
      nodes: numberWords(nodes.length),
      code: run.latest('ProcessExited', (each) => each.pod === fact.pod)?.exitCode ?? '',
    },
    anchors: anchorsOf(method, node, fact.pod, every ? nodes : [node]),
    cast: castOf(method, node, every ? nodes : [node]),
    changed: linesOf(method, { process, image, reached, total, run, fact }),
    terms: termsOf[method],
  });
}

/** A running container gets other limits. */
function ofLimits(fact: FactOf<'CriReturned'>, run: TellingRun): Telling {
  const { node, pod } = fact;
  const { containerId = '' } = (calledOf(fact, run)?.request ?? {}) as { containerId?: string };
  const container = asStored(run.stored(`pods/${pod}`)).status?.containerStatuses?.find(
    ({ containerID = '' }) => containerID.endsWith(`/${containerId}`),
  );
  return telling({
    line: 'story.call.UpdateContainerResources.line',
    why: 'story.call.UpdateContainerResources.why',
    whatIf: undefined,
    params: { pod: podParam(pod, run), container: container?.name ?? '', node },
    anchors: pick(partsOf(node, pod), ['containerd', 'container']),
    cast: castOf('StopContainer', node, [node]),
    changed: [],
    terms: ['cri', 'qos-class'],
  });
}

const termsOf: Readonly<Record<Done, readonly string[]>> = {
  RunPodSandbox: ['pause-container', 'shim'],
  PullImage: ['image-pull'],
  StartContainer: ['snapshot', 'runc'],
  StopContainer: ['cri'],
};

function anchorsOf(method: Done, node: string, pod: string, nodes: readonly string[]) {
  const parts = {
    ...partsOf(node, pod),
    sandboxes: nodes.map((each) => `${each}/sandbox`).join(' '),
    registry: 'registry',
  };
  const names: Readonly<Record<Done, readonly string[]>> = {
    RunPodSandbox: ['pause', 'network', 'sandboxes'],
    PullImage: ['image', 'kubelet', 'containerd', 'registry'],
    StartContainer: ['snapshot', 'container', 'sandbox'],
    StopContainer: ['containerd', 'container'],
  };
  return pick(parts, names[method]);
}

function castOf(method: Done, node: string, nodes: readonly string[]): readonly Anchor[] {
  const parts: Readonly<Record<Done, readonly Anchor[]>> = {
    RunPodSandbox: [`${node}/containerd`, `${node}/sandbox`],
    PullImage: [`${node}/kubelet`, `${node}/containerd`, 'registry', `${node}/image`],
    StartContainer: [`${node}/containerd`, `${node}/sandbox`, `${node}/container`],
    StopContainer: [`${node}/kubelet`, `${node}/containerd`, `${node}/container`],
  };
  return [...parts[method], ...nodes.filter((each) => each !== node).slice(0, 2)];
}

interface Of {
  readonly process: FactOf<'ProcessStarted'> | undefined;
  readonly image: string;
  readonly reached: number;
  readonly total: number;
  readonly run: TellingRun;
  readonly fact: FactOf<'CriReturned'>;
}

function linesOf(method: Done, { process, image, reached, total, run, fact }: Of) {
  const ready = { n: reached, total };
  switch (method) {
    case 'RunPodSandbox':
      return [
        changed('story.changed.process', { name: 'pause', pid: process?.pid ?? '' }, '+'),
        changed('story.changed.sandboxes', ready),
      ];
    case 'PullImage': {
      const unpacked = run.latest(
        'RuntimeStep',
        ({ step, pod }) => step === 'image-unpacked' && pod === fact.pod,
      );
      const bytes = Number(unpacked?.params['bytes'] ?? 0);
      return [
        bytes > 0
          ? changed('story.changed.image.bytes', { image, bytes: grouped(bytes) }, '+')
          : changed('story.changed.image', { image }, '+'),
      ];
    }
    case 'StartContainer':
      return [
        changed('story.changed.snapshot', {}, '+'),
        changed(
          'story.changed.process',
          { name: process?.argv.join(' ') ?? '', pid: process?.pid ?? '' },
          '+',
        ),
        changed('story.changed.running', ready),
      ];
    case 'StopContainer': {
      const exit = run.latest('ProcessExited', (each) => each.pod === fact.pod);
      return exit === undefined
        ? []
        : [changed('story.changed.ended', { pid: exit.pid, code: exit.exitCode }, '-')];
    }
    default:
      return assertUnreachable(method);
  }
}

/** Nobody answered at the address; a registry that answers says what is wrong. */
const isSilence = /connection refused|no such host|no route to host|timeout|deadline exceeded/;

function lineOfPull(message: string, again: boolean): StoryId {
  if (again) return 'story.failed.PullImage.again.line';
  return isSilence.test(message)
    ? 'story.failed.PullImage.silent.line'
    : 'story.failed.PullImage.line';
}

function ofFailedCall(fact: FactOf<'CriReturned'>, run: TellingRun): Telling {
  const { node } = fact;
  const called = calledOf(fact, run);
  const message = fact.error?.message ?? '';
  const pulls = fact.method === 'PullImage';
  const again = run.rounds > 1;
  return telling({
    line: pulls ? lineOfPull(message, again) : `story.failed.call${again ? '.again' : ''}.line`,
    why: pulls ? 'story.failed.PullImage.why' : 'story.failed.call.why',
    whatIf: pulls ? 'story.failed.PullImage.if' : undefined,
    params: {
      node,
      n: run.rounds,
      method: fact.method,
      image: called?.request.image?.image ?? '',
      pod: podParam(fact.pod, run),
    },
    anchors: pick(
      { ...partsOf(node, fact.pod), registry: 'registry' },
      pulls ? ['containerd', 'registry', 'image'] : ['kubelet', 'containerd'],
    ),
    cast: [
      `${node}/kubelet`,
      `${node}/containerd`,
      ...(pulls ? ['registry'] : []),
      `${node}/image`,
    ],
    changed: messageLines(message),
    terms: pulls ? ['image-pull'] : ['cri'],
  });
}

export function ofExit(fact: FactOf<'ProcessExited'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const oom = run.latest(
    'OomKilled',
    (each) => each.pod === fact.pod && each.container === fact.container,
  );
  const killed = oom !== undefined && fact.at - oom.at < 1000 && fact.exitCode === 137;
  const times = run.rounds;
  const kind = killed
    ? 'oom'
    : times > 2
      ? 'rounds'
      : times > 1
        ? 'again'
        : fact.exitCode === 0
          ? 'done'
          : 'first';
  return telling({
    line: `story.exited.${kind}.line`,
    why: killed
      ? 'story.exited.oom.why'
      : times > 1
        ? 'story.exited.again.why'
        : 'story.exited.why',
    whatIf: fact.exitCode === 0 ? undefined : 'story.exited.if',
    params: {
      node,
      container: fact.container,
      code: fact.exitCode,
      times,
      pod: podParam(fact.pod, run),
    },
    anchors: pick(partsOf(node, fact.pod), ['container', 'kubelet', 'pod']),
    cast: [`${node}/container`, `${node}/kubelet`, podOnNode(node, fact.pod)],
    changed: [changed('story.changed.ended', { pid: fact.pid, code: fact.exitCode }, '-')],
    terms: ['kubelet'],
  });
}

/** Why nothing goes on, which the kubelet says in an Event only. */
export function ofEvent(fact: FactOf<'EventRecorded'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  const pod = `${fact.regarding.namespace}/${fact.regarding.name}`;
  const topic = fact.reason === 'Unhealthy' ? 'unhealthy' : 'volume';
  return telling({
    line: `story.event.${topic}.line`,
    why: `story.event.${topic}.why`,
    whatIf: undefined,
    params: { node, pod: podParam(pod, run), message: firstLine(fact.message, 110) },
    anchors: pick(partsOf(node, pod), ['kubelet', 'pod']),
    cast: [`${node}/kubelet`, podOnNode(node, pod)],
    changed: [literal(`Event: ${fact.eventType} ${fact.reason}`, '+')],
    terms: topic === 'unhealthy' ? ['probe', 'event'] : ['event'],
  });
}

/** A ConfigMap or a Secret has changed, and now so have the files made of it. */
export function ofNewContent(fact: FactOf<'VolumeContentUpdated'>, run: TellingRun): Telling {
  const node = nodeOf(fact.component);
  return telling({
    line: 'story.content.line',
    why: 'story.content.why',
    whatIf: undefined,
    params: { node, pod: podParam(fact.pod, run), volume: fact.volume },
    anchors: pick(partsOf(node, fact.pod), ['kubelet', 'pod']),
    cast: [`${node}/kubelet`, podOnNode(node, fact.pod)],
    changed: fact.files.slice(0, 3).map((file) => literal(`${fact.volume}/${file}`)),
    terms: ['kubelet'],
  });
}

/** What the kubelet finds at work; `undefined` as long as that is nothing. */
export function ofSeen(fact: FactOf<'PodStatusSet'>, run: TellingRun): Telling | undefined {
  const node = nodeOf(fact.component);
  const seen = seenOf(fact, run);
  if (seen === undefined) return undefined;
  const { name, state, isInit } = seen;
  const event = run.latest('PodLifecycleEventSeen', ({ pod }) => pod === fact.pod);
  const ready = fact.conditions['Ready'] === 'True';
  const kind = !state.startsWith('running')
    ? 'other'
    : isInit
      ? 'init'
      : ready
        ? 'ready'
        : 'running';
  return telling({
    line: `story.seen.${kind}.line`,
    why: 'story.seen.why',
    whatIf: isInit ? undefined : 'story.seen.if',
    params: { container: name, node, state, event: event?.event ?? '' },
    anchors: pick(partsOf(node, fact.pod), ['kubelet', 'container', 'probe']),
    cast: [`${node}/kubelet`, `${node}/containerd`, `${node}/container`],
    changed: [
      changed('story.changed.picture', { container: name, state }),
      ...(ready ? [literal('Ready: False → True')] : []),
      changed('story.changed.notSent'),
    ],
    terms: ['pleg', 'probe', 'ready'],
  });
}

/** The container that a report is about: one of the Pod's own, before them an init container. */
function seenOf({ pod, containers }: FactOf<'PodStatusSet'>, run: TellingRun) {
  const { spec } = asStored(run.stored(`pods/${pod}`));
  const inits = new Set(spec?.initContainers?.map(({ name }) => name));
  const begun = Object.entries(containers)
    .filter(([, state]) => !state.startsWith('waiting'))
    .map(([name, state]) => ({ name, state, isInit: inits.has(name) }));
  return (
    begun.find(({ isInit }) => !isInit) ??
    begun.find(({ state }) => state.startsWith('running')) ??
    begun.at(-1)
  );
}
