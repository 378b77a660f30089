/** What the interface knows about what runs below the kubelet: calls, containerd, CNI, registry. */
import { isMessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { CriMethod, NodeFact } from '#trace/facts/node';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { moduleOfCall } from './kubelet-module.ts';
import type { RunSoFar, Standing } from './standing.ts';
import { grouped, nodeOf, podWords } from './words.ts';

const calls: ReadonlySet<CriMethod> = new Set<CriMethod>([
  'RunPodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'UpdateContainerResources',
  'Exec',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
]);
const sideCalls: ReadonlySet<CriMethod> = new Set<CriMethod>([
  'RunPodSandbox',
  'PullImage',
  'StartContainer',
  'StopContainer',
]);
const runtimeSteps: ReadonlySet<string> = new Set([
  'network-namespace-created',
  'network-namespace-removed',
  'shim-started',
  'image-unpacked',
  'snapshot-prepared',
]);

const eachTime = (): string => '';

/** What the two ends of a call have in common. */
const ofCall = {
  subject: ({ method }: { readonly method: CriMethod }) => [method],
  hop: ({ method }: { readonly method: CriMethod }) => (calls.has(method) ? '' : undefined),
  station: ({ method }: { readonly method: CriMethod }) => method,
  stage: 'cri',
  module: ({ method }: { readonly method: CriMethod }) => moduleOfCall(method),
} as const;

export const nodeFacts: { readonly [T in NodeFact['type']]: FactKind<FactOf<T>> } = {
  CriCalled: {
    ...ofCall,
    begins: 'call',
    caption: ({ component, method, request }) => {
      const node = nodeOf(component);
      const id = `caption.CriCalled.${method}`;
      if (!isMessageId(id)) return caption('caption.CriCalled.other', { node, method });
      return caption(id, { node, image: request.image?.image ?? '' });
    },
    title: ({ method }, t) => t('title.CriCalled', { method }),
  },
  CriReturned: {
    standing: standingOfCall,
    ...ofCall,
    ends: ['call'],
    sideStep: ({ method }) => sideCalls.has(method),
    caption: ({ component, method, error }) => {
      const node = nodeOf(component);
      if (error !== undefined) {
        return caption('caption.CriReturned.error', { node, method, message: error.message });
      }
      const id = `caption.CriReturned.${method}`;
      return caption(isMessageId(id) ? id : 'caption.CriReturned.ok', { node, method });
    },
    title: ({ method, error }, t) =>
      t(error === undefined ? 'title.CriReturned' : 'title.CriReturned.error', { method }),
  },
  RuntimeStep: {
    subject: ({ step }) => [step],
    hop: ({ step }) => (runtimeSteps.has(step) ? '' : undefined),
    stage: 'sandbox',
    caption: ({ step, params }) => {
      const ofSandbox = step === 'snapshot-prepared' && params['container'] === undefined;
      return caption(`caption.RuntimeStep.${ofSandbox ? 'snapshot-prepared.pause' : step}`);
    },
  },
  ProcessStarted: {
    hop: eachTime,
    stage: 'sandbox',
    caption: ({ component, pid, argv }) => {
      const pause = argv[0]?.endsWith('pause') === true;
      const id = pause ? 'caption.ProcessStarted.pause' : 'caption.ProcessStarted';
      return caption(id, { pid, node: nodeOf(component), argv: argv.join(' ') });
    },
  },
  ProcessExited: {
    standing({ pod, container }, run) {
      if (!run.main || container === '' || run.isStopped(pod)) return undefined;
      return { kind: 'start', state: `exited ${container}`, round: `exited ${pod} ${container}` };
    },
    hop: eachTime,
    stage: 'sandbox',
    caption: ({ component, pid, exitCode }) =>
      caption('caption.ProcessExited', { node: nodeOf(component), pid, exitCode }),
  },
  ContainerLogged: {
    stage: 'sandbox',
    caption: ({ container, pod, stream }) =>
      caption('caption.ContainerLogged', { container, pod: podWords(pod), stream }),
  },
  OomKilled: {
    module: () => 'oom',
    caption: ({ component, container }) =>
      caption('caption.OomKilled', { node: nodeOf(component), container }),
  },
  CniStep: {
    // Of the plugins, only the one that makes the interface is told.
    standing: ({ command, result }, { main }) =>
      main && command === 'ADD' && result['bridge'] !== undefined
        ? { kind: 'start', state: 'network' }
        : undefined,
    subject: ({ plugin }) => [plugin],
    hop: eachTime,
    stage: 'network',
    caption: ofCniStep,
  },
  RegistryAnswered: {
    hop: ({ what }) => what,
    stage: 'cri',
    caption: ({ image, what, bytes, error }) =>
      error === undefined
        ? caption(`caption.RegistryAnswered.${what}`, { image, bytes: grouped(bytes) })
        : caption('caption.RegistryAnswered.error', { image, error }),
  },
};

function ofCniStep({ plugin, command, pod: key, result }: FactOf<'CniStep'>): Caption {
  const pod = podWords(key);
  if (command === 'DEL') return caption('caption.CniStep.DEL', { plugin, pod });
  if (command !== 'ADD') return caption('caption.CniStep.other', { plugin, command });
  const id = `caption.CniStep.${plugin}`;
  // For a port of the node, the result alone shows what portmap does.
  const known = isMessageId(id) && (plugin !== 'portmap' || Object.keys(result).length === 0);
  return caption(known ? id : 'caption.CniStep.ADD', { plugin, pod, ...result });
}

/** The calls that make or end something that a person could see on the node. */
function standingOfCall(
  { method, pod, error }: FactOf<'CriReturned'>,
  run: RunSoFar,
): Standing | undefined {
  if (method === 'Exec') {
    // A failure is told by what kubectl prints of it.
    return run.main && error === undefined ? { kind: 'start', state: method } : undefined;
  }
  if (method === 'UpdateContainerResources' && run.main) return { kind: 'start', state: method };
  if (!sideCalls.has(method)) return undefined;
  if (error !== undefined) {
    const state = `failed ${method}`;
    const round = `${state} ${pod}`;
    // The first time of a Pod is told with that of a sibling.
    const joins = run.firstOfCommand(round);
    const stands = run.main || run.firstOfCommand(state);
    return stands
      ? { kind: 'start', state: `${state}: ${error.message}`, joins, round }
      : undefined;
  }
  const stands = run.main && run.firstOfCommand(`${method} ${pod}`);
  return stands ? { kind: 'start', state: method } : undefined;
}
