/** The rows of what happens on a node: calls of the kubelet to containerd, processes, statuses. */
import type { Fact, FactOf } from '#trace/trace-event';
import { grouped } from '../narration/words.ts';

/** A label of the catalogue, or a name that stays as it is, and its value. */
export type StoryRow = readonly [label: string, value: string];

export function rowsOfCall(fact: Fact): readonly StoryRow[] {
  switch (fact.type) {
    case 'SyncLoopPicked':
      return [
        ['channel', fact.channel],
        ['pods', fact.pods.join(', ')],
      ];
    case 'PodAdmitted':
      return [['handlers', fact.handlers.join(', ')]];
    case 'PodSyncStarted':
      return [
        ['pod', fact.pod],
        ['uid', fact.uid],
        ['update', fact.update],
      ];
    case 'PodActionsComputed':
      return [
        ['createSandbox', String(fact.createSandbox)],
        ['start', fact.containersToStart.join(', ')],
        ['kill', fact.containersToKill.join(', ')],
      ];
    case 'PodLifecycleEventSeen':
      return [
        ['event', fact.event],
        ['container', fact.container],
      ];
    case 'PodStatusSet':
      return [
        ['phase', fact.phase],
        ['version', String(fact.version)],
        ...Object.entries(fact.containers),
        ...Object.entries(fact.conditions),
      ];
    case 'CriCalled':
      return [['service', fact.service], ...rowsOfCriRequest(fact)];
    case 'CriReturned':
      return Object.entries((fact.response ?? {}) as Readonly<Record<string, unknown>>).flatMap(
        ([name, value]): StoryRow[] => (typeof value === 'object' ? [] : [[name, String(value)]]),
      );
    case 'ProcessStarted':
      return [
        ['pid', String(fact.pid)],
        ['argv', fact.argv.join(' ')],
        ...Object.entries(fact.namespaces).map(([name, at]): StoryRow => [`${name} ns`, at]),
      ];
    case 'CniStep':
      return [['command', fact.command], ...Object.entries(fact.result)];
    case 'RegistryAnswered':
      return [
        ['image', fact.image],
        ['bytes', grouped(fact.bytes)],
      ];
    case 'RuntimeStep':
    case 'PodSyncStep':
    case 'DecisionMade':
    case 'Noted':
      return Object.entries(fact.params).map(([name, value]) => [
        changes[name] ?? name,
        String(value),
      ]);
    default:
      return [];
  }
}

/** What a number was and becomes; `from` is elsewhere where something was read. */
const changes: Readonly<Record<string, string>> = { from: 'before', to: 'after' };

interface SandboxConfig {
  readonly hostname?: string;
  readonly logDirectory?: string;
  readonly dnsConfig?: { readonly servers?: readonly string[] };
  readonly linux?: { readonly cgroupParent?: string };
}

interface ContainerConfig {
  readonly metadata?: { readonly name?: string };
  readonly image?: { readonly image?: string };
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly envs?: readonly { readonly key: string }[];
  readonly mounts?: readonly { readonly containerPath: string }[];
}

interface CriRequest {
  readonly config?: SandboxConfig & ContainerConfig;
  readonly podSandboxId?: string;
  readonly containerId?: string;
  readonly timeout?: number;
  readonly image?: { readonly image?: string };
}

/** The fields of a call that say what is asked; the Object tab of a step has no place for it. */
function rowsOfCriRequest({ method, request }: FactOf<'CriCalled'>): readonly StoryRow[] {
  const { config = {}, podSandboxId, containerId, timeout, image } = request as CriRequest;
  switch (method) {
    case 'RunPodSandbox':
      return [
        ['hostname', config.hostname ?? ''],
        ['dns', config.dnsConfig?.servers?.join(', ') ?? ''],
        ['cgroupParent', config.linux?.cgroupParent ?? ''],
        ['logDirectory', config.logDirectory ?? ''],
      ];
    case 'PullImage':
      return [['image', image?.image ?? '']];
    case 'CreateContainer':
      return [
        ['podSandboxId', podSandboxId?.slice(0, 13) ?? ''],
        ['name', config.metadata?.name ?? ''],
        ['image', config.image?.image ?? ''],
        ['command', [...(config.command ?? []), ...(config.args ?? [])].join(' ')],
        ['mounts', config.mounts?.map(({ containerPath }) => containerPath).join(', ') ?? ''],
        ['env', config.envs?.map(({ key }) => key).join(', ') ?? ''],
      ];
    default:
      return [
        ['podSandboxId', podSandboxId ?? ''],
        ['containerId', containerId ?? ''],
        ['timeout', timeout === undefined ? '' : `${timeout} s`],
      ];
  }
}
