/** The words of step ids, and which facts outside a request are hops. */
import { subjectOfHostAction } from '#trace/host-action';
import { objectKey } from '#trace/object-key';
import type { Fact, FactOf, FactType } from '#trace/trace-event';

const calls = new Set([
  'RunPodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
]);
const syncSteps = new Set([
  'cgroups',
  'wait-for-volumes',
  'runtime-sync',
  'kill-containers',
  'unmount-volumes',
  'remove-cgroups',
]);
const runtimeSteps = new Set([
  'network-namespace-created',
  'network-namespace-removed',
  'shim-started',
  'image-unpacked',
  'snapshot-prepared',
]);

/**
 * Whether a fact of the main line is a step: `undefined` no, `''` each time, otherwise only the
 * first time with this text (per component and command).
 */
export function isHop(fact: Fact): string | undefined {
  switch (fact.type) {
    case 'CommandEntered':
    case 'HostActionTaken':
    case 'CommandParsed':
    case 'KubeconfigLoaded':
    case 'ManifestGenerated':
    case 'PodPopped':
    case 'NodesFiltered':
    case 'PostFiltered':
    case 'NodesScored':
    case 'HostSelected':
    case 'PodAssumed':
    case 'SchedulingFailed':
    case 'PodAdmitted':
    case 'CniStep':
    case 'ProcessStarted':
    case 'ProcessExited':
      return '';
    case 'DiscoveryCacheRead':
    case 'OutputPrinted':
    case 'PodActionsComputed':
    case 'PodBound':
      return 'once';
    case 'WatchEventReceived':
      return hearingOf(fact);
    case 'KeyAdded':
      return fact.merged ? undefined : fact.key;
    case 'SyncStarted':
      return fact.key;
    case 'DecisionMade':
      return `${fact.decision} ${fact.key}`;
    case 'PodQueued':
      return fact.queue;
    case 'SyncLoopPicked':
      return fact.channel;
    case 'PodSyncStarted':
      return fact.state;
    case 'PodLifecycleEventSeen':
      return fact.event;
    case 'PodStatusSet':
      return JSON.stringify([fact.phase, fact.containers]);
    case 'RegistryAnswered':
      return fact.what;
    case 'PodSyncStep':
      return syncSteps.has(fact.step) ? fact.step : undefined;
    case 'RuntimeStep':
      return runtimeSteps.has(fact.step) ? '' : undefined;
    case 'CriCalled':
    case 'CriReturned':
      return calls.has(fact.method) ? '' : undefined;
    default:
      return undefined;
  }
}

/** Who listens to what on the main line. */
const listeners: readonly (readonly [component: RegExp, resource: RegExp, event: RegExp])[] = [
  [/^kube-controller-manager/, /^(deployments|replicasets)\./, /./],
  [/^kube-scheduler$/, /^pods$/, /^ADDED$/],
  [/\/kubelet$/, /^pods$/, /./],
];

/** The first that a component hears of an object, and that it has gone. */
function hearingOf({ component, ref, event }: FactOf<'WatchEventReceived'>): string | undefined {
  const listens = listeners.some(
    ([who, what, when]) => who.test(component) && what.test(ref.resource) && when.test(event),
  );
  if (!listens || event === 'BOOKMARK') return undefined;
  return `${event === 'DELETED' ? 'gone' : 'known'} ${objectKey(ref)}`;
}

const verbs: { readonly [T in FactType]?: string } = {
  CommandEntered: 'enter',
  HostActionTaken: 'act',
  CommandParsed: 'parse',
  KubeconfigLoaded: 'load-kubeconfig',
  ManifestGenerated: 'generate',
  DiscoveryCacheRead: 'discover',
  OutputPrinted: 'print',
  CommandExited: 'exit',
  RequestSent: 'send',
  ResponseReceived: 'receive',
  Authenticated: 'authenticate',
  FlowControlled: 'flow-control',
  Authorized: 'authorize',
  Mutated: 'mutate',
  Validated: 'validate',
  Admitted: 'admit',
  StorageWriteStarted: 'store',
  ReadServed: 'read',
  TxnCommitted: 'commit',
  TxnRefused: 'refuse',
  WatchEventReceived: 'hear',
  KeyAdded: 'enqueue',
  SyncStarted: 'sync',
  DecisionMade: 'decide',
  PodQueued: 'queue',
  PodPopped: 'pop',
  NodesFiltered: 'filter',
  PostFiltered: 'post-filter',
  NodesScored: 'score',
  HostSelected: 'select',
  PodAssumed: 'assume',
  PodBound: 'bind',
  SchedulingFailed: 'fail',
};

/** The verb of a step id; a fact without a word of its own uses its type in kebab case. */
export function verbOf(type: FactType): string {
  return verbs[type] ?? type.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();
}

/** What a step is about: an object, a pod with a detail, a key, a path. */
export function subjectOf(fact: Fact): string {
  const parts: string[] = [];
  if ('ref' in fact) parts.push(objectKey(fact.ref));
  if ('pod' in fact) parts.push(fact.pod);
  if ('key' in fact) parts.push(fact.key.replace(/^\/registry\//, ''));
  if ('method' in fact && fact.type.startsWith('Cri')) parts.push(fact.method);
  if ('step' in fact) parts.push(fact.step);
  if ('plugin' in fact) parts.push(fact.plugin);
  if ('decision' in fact) parts.push(fact.decision);
  if (fact.type === 'HostActionTaken') parts.push(...subjectOfHostAction(fact.action));
  return parts.filter((part) => part !== '').join('/');
}
