/** The words for what happens on a node: kubelet, runtime, network, registry. */
import { assertUnreachable } from '#base/assert';
import { isMessageId } from '#i18n/t';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { grouped, nodeOf, podWords } from './words.ts';

const types = [
  'PodConfigChanged',
  'SyncLoopPicked',
  'PodAdmitted',
  'PodSyncStarted',
  'PodSyncStep',
  'PodSyncFinished',
  'PodActionsComputed',
  'VolumeMounted',
  'PodLifecycleEventSeen',
  'PodStatusSet',
  'ProbeRan',
  'KubeletModulesStarted',
  'RuntimeStateChanged',
  'VolumeContentUpdated',
  'ResourcesAllocated',
  'DevicePluginRegistered',
  'EvictionSynchronized',
  'NodeRegistered',
  'CriCalled',
  'CriReturned',
  'RuntimeStep',
  'ProcessStarted',
  'ProcessExited',
  'ContainerLogged',
  'OomKilled',
  'CniStep',
  'RegistryAnswered',
] as const;
type NodeFact = FactOf<(typeof types)[number]>;

const known: ReadonlySet<string> = new Set(types);
export const isNodeFact = (fact: Fact): fact is NodeFact => known.has(fact.type);

export function captionOfNode(fact: NodeFact): Caption {
  const node = nodeOf(fact.component);
  switch (fact.type) {
    case 'PodConfigChanged':
      return ofConfig(fact, node);
    case 'SyncLoopPicked':
      return ofSyncLoop(fact, node);
    case 'PodAdmitted':
      return fact.admitted
        ? caption('caption.PodAdmitted.yes', { node })
        : caption('caption.PodAdmitted.no', { node, message: fact.message });
    case 'PodSyncStarted':
      return caption(`caption.PodSyncStarted.${fact.state}`, { node, pod: podWords(fact.pod) });
    case 'PodSyncStep':
      return caption(`caption.PodSyncStep.${fact.step}`, { node });
    case 'PodSyncFinished':
      return fact.error === undefined
        ? caption('caption.PodSyncFinished.ok', { node })
        : caption('caption.PodSyncFinished.error', { node, error: fact.error });
    case 'VolumeMounted':
      return caption(`caption.VolumeMounted.${fact.mounted ? 'mounted' : 'unmounted'}`, {
        volume: fact.volume,
        pod: podWords(fact.pod),
      });
    case 'PodLifecycleEventSeen':
      return caption('caption.PodLifecycleEventSeen', { event: fact.event });
    case 'PodStatusSet':
      return caption('caption.PodStatusSet', { pod: podWords(fact.pod), phase: fact.phase });
    case 'ProbeRan': {
      const { probe, container, result } = fact;
      return caption('caption.ProbeRan', { probe, container, result });
    }
    case 'NodeRegistered':
      return caption('caption.NodeRegistered', { node: fact.node });
    case 'KubeletModulesStarted':
    case 'RuntimeStateChanged':
    case 'VolumeContentUpdated':
    case 'ResourcesAllocated':
    case 'DevicePluginRegistered':
    case 'EvictionSynchronized':
      return ofManager(fact, node);
    default:
      return captionOfRuntime(fact, node);
  }
}

type KubeletOwn =
  | FactOf<
      | 'PodConfigChanged'
      | 'SyncLoopPicked'
      | 'PodAdmitted'
      | 'PodSyncStarted'
      | 'PodSyncStep'
      | 'PodSyncFinished'
      | 'VolumeMounted'
      | 'PodLifecycleEventSeen'
      | 'PodStatusSet'
      | 'ProbeRan'
      | 'NodeRegistered'
    >
  | ManagerFact;

type ManagerFact = FactOf<
  | 'KubeletModulesStarted'
  | 'RuntimeStateChanged'
  | 'VolumeContentUpdated'
  | 'ResourcesAllocated'
  | 'DevicePluginRegistered'
  | 'EvictionSynchronized'
>;

/** What the managers of a kubelet do now and then. */
function ofManager(fact: ManagerFact, node: string): Caption {
  switch (fact.type) {
    case 'KubeletModulesStarted':
      return caption(`caption.KubeletModulesStarted.${fact.stage}`, {
        node,
        n: fact.modules.length,
        modules: fact.modules.map(({ name }) => name).join(', '),
      });
    case 'RuntimeStateChanged': {
      const [error] = fact.errors;
      return error === undefined
        ? caption('caption.RuntimeStateChanged.well', { node })
        : caption('caption.RuntimeStateChanged.ill', { node, error });
    }
    case 'VolumeContentUpdated':
      return caption('caption.VolumeContentUpdated', {
        volume: fact.volume,
        pod: podWords(fact.pod),
        files: fact.files.join(', '),
      });
    case 'ResourcesAllocated': {
      const { container, cpus, memoryNodes } = fact;
      const devices = Object.values(fact.devices).flat().join(', ');
      const what = [
        cpus === '' ? '' : `cpus ${cpus}`,
        memoryNodes === '' ? '' : `mems ${memoryNodes}`,
        devices,
      ].filter((text) => text !== '');
      return caption('caption.ResourcesAllocated', { node, container, what: what.join(' · ') });
    }
    case 'DevicePluginRegistered': {
      const { resource, devices } = fact;
      return caption('caption.DevicePluginRegistered', { node, resource, n: devices.length });
    }
    case 'EvictionSynchronized': {
      const { victim, thresholds } = fact;
      const signal = thresholds.map((one) => one.signal).join(', ');
      if (victim !== '') {
        return caption('caption.EvictionSynchronized.victim', {
          node,
          signal,
          pod: podWords(victim),
        });
      }
      const id = thresholds.length > 0 ? 'short' : 'over';
      return caption(`caption.EvictionSynchronized.${id}`, { node, signal });
    }
    default:
      return assertUnreachable(fact);
  }
}

function captionOfRuntime(fact: Exclude<NodeFact, KubeletOwn>, node: string): Caption {
  switch (fact.type) {
    case 'PodActionsComputed':
      return ofPodActions(fact);
    case 'CriCalled': {
      const id = `caption.CriCalled.${fact.method}`;
      if (!isMessageId(id))
        return caption('caption.CriCalled.other', { node, method: fact.method });
      return caption(id, { node, image: imageOf(fact) });
    }
    case 'CriReturned':
      return ofCriReturned(fact, node);
    case 'RuntimeStep': {
      const ofSandbox = fact.step === 'snapshot-prepared' && fact.params['container'] === undefined;
      return caption(`caption.RuntimeStep.${ofSandbox ? 'snapshot-prepared.pause' : fact.step}`);
    }
    case 'ProcessStarted': {
      const { pid, argv } = fact;
      const pause = argv[0]?.endsWith('pause') === true;
      const id = pause ? 'caption.ProcessStarted.pause' : 'caption.ProcessStarted';
      return caption(id, { pid, node, argv: argv.join(' ') });
    }
    case 'ProcessExited':
      return caption('caption.ProcessExited', { node, pid: fact.pid, exitCode: fact.exitCode });
    case 'ContainerLogged': {
      const { container, pod, stream } = fact;
      return caption('caption.ContainerLogged', { container, pod: podWords(pod), stream });
    }
    case 'OomKilled':
      return caption('caption.OomKilled', { node, container: fact.container });
    case 'CniStep':
      return ofCniStep(fact);
    case 'RegistryAnswered': {
      const { image, what, bytes, error } = fact;
      return error === undefined
        ? caption(`caption.RegistryAnswered.${what}`, { image, bytes: grouped(bytes) })
        : caption('caption.RegistryAnswered.error', { image, error });
    }
    default:
      return assertUnreachable(fact);
  }
}

/** Static Pods come from files, all others from the API server. */
function ofConfig({ pod, op, source }: FactOf<'PodConfigChanged'>, node: string): Caption {
  const from = source === 'api' ? 'api' : 'file';
  return caption(`caption.PodConfigChanged.${from}`, { node, pod: podWords(pod), op });
}

function ofSyncLoop({ channel }: FactOf<'SyncLoopPicked'>, node: string): Caption {
  const id = `caption.SyncLoopPicked.${channel}`;
  return caption(isMessageId(id) ? id : 'caption.SyncLoopPicked', { node, channel });
}

function ofCriReturned({ method, error }: FactOf<'CriReturned'>, node: string): Caption {
  if (error !== undefined) {
    return caption('caption.CriReturned.error', { node, method, message: error.message });
  }
  const id = `caption.CriReturned.${method}`;
  return caption(isMessageId(id) ? id : 'caption.CriReturned.ok', { node, method });
}

function ofCniStep({ plugin, command, pod: key, result }: FactOf<'CniStep'>): Caption {
  const pod = podWords(key);
  if (command === 'DEL') return caption('caption.CniStep.DEL', { plugin, pod });
  if (command !== 'ADD') return caption('caption.CniStep.other', { plugin, command });
  const id = `caption.CniStep.${plugin}`;
  // What portmap does with a port of the node is told by its result alone.
  const known = isMessageId(id) && (plugin !== 'portmap' || Object.keys(result).length === 0);
  return caption(known ? id : 'caption.CniStep.ADD', { plugin, pod, ...result });
}

function imageOf(fact: FactOf<'CriCalled'>): string {
  const request = fact.request as { readonly image?: { readonly image?: string } } | undefined;
  return request?.image?.image ?? '';
}

/** What the kubelet is to do: one that is stopped and started is restarted. */
function ofPodActions(fact: FactOf<'PodActionsComputed'>): Caption {
  const { createSandbox, containersToStart, containersToKill } = fact;
  const start = containersToStart.join(', ');
  if (createSandbox) return caption('caption.PodActionsComputed.sandbox', { start });
  const restarts = containersToKill.some((container) => containersToStart.includes(container));
  return caption(`caption.PodActionsComputed${restarts ? '.restart' : ''}`, { start });
}
