/** What the interface knows about what a kubelet does. */
import { isMessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { KubeletFact } from '#trace/facts/kubelet';
import { type Caption, caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { moduleOfSyncStep } from './kubelet-module.ts';
import { refuses } from './standing.ts';
import { nodeOf, podWords } from './words.ts';

const syncSteps: ReadonlySet<string> = new Set([
  'cgroups',
  'wait-for-volumes',
  'runtime-sync',
  'kill-containers',
  'unmount-volumes',
  'remove-cgroups',
]);

export const kubeletFacts: { readonly [T in KubeletFact['type']]: FactKind<FactOf<T>> } = {
  PodConfigChanged: {
    module: () => 'pod',
    // Static Pods come from files, all others from the API server.
    caption: ({ component, pod, op, source }) =>
      caption(`caption.PodConfigChanged.${source === 'api' ? 'api' : 'file'}`, {
        node: nodeOf(component),
        pod: podWords(pod),
        op,
      }),
  },
  SyncLoopPicked: {
    hop: ({ channel }) => channel,
    module: () => 'pod',
    caption: ({ component, channel }) => {
      const id = `caption.SyncLoopPicked.${channel}`;
      const node = nodeOf(component);
      return caption(isMessageId(id) ? id : 'caption.SyncLoopPicked', { node, channel });
    },
    title: ({ channel }, t) => t('title.SyncLoopPicked', { channel }),
  },
  PodAdmitted: {
    standing: ({ admitted }) => (admitted ? undefined : refuses('by the kubelet')),
    hop: () => '',
    module: () => 'allocation',
    caption: ({ component, admitted, message }) =>
      caption(`caption.PodAdmitted.${admitted ? 'yes' : 'no'}`, {
        node: nodeOf(component),
        message,
      }),
  },
  PodSyncStarted: {
    standing: (fact, run) =>
      run.main && isNewsOfPod(fact) && run.firstOfCommand(`${fact.state} ${fact.pod}`)
        ? { kind: 'watch', state: `heard ${fact.state}` }
        : undefined,
    begins: 'pod-sync',
    hop: ({ state }) => state,
    module: () => 'pod',
    caption: ({ component, state, pod }) =>
      caption(`caption.PodSyncStarted.${state}`, { node: nodeOf(component), pod: podWords(pod) }),
  },
  PodSyncStep: {
    subject: ({ step }) => [step],
    hop: ({ step }) => (syncSteps.has(step) ? step : undefined),
    station: ({ step }) => step,
    module: ({ step }) => moduleOfSyncStep(step),
    caption: ({ component, step }) =>
      caption(`caption.PodSyncStep.${step}`, { node: nodeOf(component) }),
  },
  PodSyncFinished: {
    ends: ['pod-sync'],
    module: () => 'pod',
    caption: ({ component, error = '' }) =>
      caption(`caption.PodSyncFinished.${error === '' ? 'ok' : 'error'}`, {
        node: nodeOf(component),
        error,
      }),
  },
  PodActionsComputed: {
    standing: (fact, { main }) =>
      main && plansSomething(fact)
        ? { kind: 'decide', state: planOf(fact), joins: true }
        : undefined,
    hop: (fact) => (fact.containersToKill.length > 0 ? planOf(fact) : 'once'),
    module: () => 'runtime',
    caption: ofPodActions,
  },
  VolumeMounted: {
    subject: ({ plugin }) => [plugin],
    module: () => 'volume',
    caption: ({ mounted, volume, pod }) =>
      caption(`caption.VolumeMounted.${mounted ? 'mounted' : 'unmounted'}`, {
        volume,
        pod: podWords(pod),
      }),
  },
  PodLifecycleEventSeen: {
    hop: ({ event }) => event,
    module: () => 'pleg',
    caption: ({ event }) => caption('caption.PodLifecycleEventSeen', { event }),
  },
  PodStatusSet: {
    standing: ({ containers }, run) =>
      run.main && !Object.values(containers).every(isWaiting) && run.first('a status of a kubelet')
        ? { kind: 'report', state: 'seen' }
        : undefined,
    hop: ({ phase, containers }) => JSON.stringify([phase, containers]),
    module: () => 'status',
    caption: ({ pod, phase }) => caption('caption.PodStatusSet', { pod: podWords(pod), phase }),
  },
  ProbeRan: {
    module: () => 'probe',
    caption: ({ probe, container, result }) =>
      caption('caption.ProbeRan', { probe, container, result }),
  },
  KubeletModulesStarted: {
    caption: ({ component, stage, modules }) =>
      caption(`caption.KubeletModulesStarted.${stage}`, {
        node: nodeOf(component),
        n: modules.length,
        modules: modules.map(({ name }) => name).join(', '),
      }),
  },
  RuntimeStateChanged: {
    caption: ({ component, errors: [error = ''] }) =>
      caption(`caption.RuntimeStateChanged.${error === '' ? 'well' : 'ill'}`, {
        node: nodeOf(component),
        error,
      }),
  },
  VolumeContentUpdated: {
    standing: (_, { main }) => (main ? { kind: 'report', state: 'volume content' } : undefined),
    subject: ({ volume }) => [volume],
    hop: ({ files }) => files.join(' '),
    module: () => 'volume',
    caption: ({ volume, pod, files }) =>
      caption('caption.VolumeContentUpdated', {
        volume,
        pod: podWords(pod),
        files: files.join(', '),
      }),
  },
  ResourcesAllocated: { module: () => 'topology', caption: ofResources },
  DevicePluginRegistered: {
    module: () => 'topology',
    caption: ({ component, resource, devices }) =>
      caption('caption.DevicePluginRegistered', {
        node: nodeOf(component),
        resource,
        n: devices.length,
      }),
  },
  DraPluginRegistered: {
    module: () => 'topology',
    caption: ({ component, driver }) =>
      caption('caption.DraPluginRegistered', { node: nodeOf(component), driver }),
  },
  DynamicResourcesPrepared: {
    module: () => 'topology',
    caption: (fact) => caption('caption.DynamicResourcesPrepared', ofClaim(fact)),
  },
  DynamicResourcesUnprepared: {
    module: () => 'topology',
    caption: (fact) => caption('caption.DynamicResourcesUnprepared', ofClaim(fact)),
  },
  EvictionSynchronized: { module: () => 'eviction', caption: ofEviction },
  ContainerLogRotated: {
    caption: ({ component, pod, container, rotated }) =>
      caption('caption.ContainerLogRotated', {
        node: nodeOf(component),
        container,
        pod: podWords(pod),
        file: rotated.slice(rotated.lastIndexOf('/') + 1),
      }),
  },
  NodeRegistered: {
    module: () => 'nodeStatus',
    caption: ({ node }) => caption('caption.NodeRegistered', { node }),
  },
};

/** What the kubelet has to do: a container that is both stopped and started is restarted. */
function ofPodActions(fact: FactOf<'PodActionsComputed'>): Caption {
  const { createSandbox, killPod, containersToStart, containersToKill } = fact;
  const [start, kill] = [containersToStart.join(', '), containersToKill.join(', ')];
  const restarts = containersToKill.some((container) => containersToStart.includes(container));
  const stops = killPod ? '.killPod' : kill === '' ? '.nothing' : '.kill';
  const starts = createSandbox ? '.sandbox' : restarts ? '.restart' : '';
  const what = start === '' && !createSandbox ? stops : starts;
  return caption(`caption.PodActionsComputed${what}`, { start, kill });
}

const ofClaim = ({
  component,
  pod,
  claim,
  driver,
  devices,
}: FactOf<'DynamicResourcesPrepared' | 'DynamicResourcesUnprepared'>) => ({
  node: nodeOf(component),
  pod: podWords(pod),
  ...{ claim, driver, devices: devices.join(', ') },
});

function ofResources(fact: FactOf<'ResourcesAllocated'>): Caption {
  const { component, container, cpus, memoryNodes } = fact;
  const devices = Object.values(fact.devices).flat().join(', ');
  const what = [
    cpus === '' ? '' : `cpus ${cpus}`,
    memoryNodes === '' ? '' : `mems ${memoryNodes}`,
    devices,
  ].filter((text) => text !== '');
  const node = nodeOf(component);
  return caption('caption.ResourcesAllocated', { node, container, what: what.join(' · ') });
}

function ofEviction({ component, victim, thresholds }: FactOf<'EvictionSynchronized'>): Caption {
  const node = nodeOf(component);
  const signal = thresholds.map((one) => one.signal).join(', ');
  if (victim !== '') {
    const pod = podWords(victim);
    return caption('caption.EvictionSynchronized.victim', { node, signal, pod });
  }
  const id = thresholds.length > 0 ? 'short' : 'over';
  return caption(`caption.EvictionSynchronized.${id}`, { node, signal });
}

/** Two Pods of one manifest may get the same plan, one right after the other. */
const planOf = (fact: FactOf<'PodActionsComputed'>): string =>
  [fact.createSandbox, fact.containersToStart, fact.containersToKill].join(' ');

/** Whether the kubelet has something to do for the Pod. */
export const plansSomething = (fact: FactOf<'PodActionsComputed'>): boolean =>
  fact.createSandbox ||
  fact.killPod ||
  fact.containersToStart.length + fact.containersToKill.length > 0;

/** The kubelet hears something; it also looks at each Pod again by the clock. */
const isNewsOfPod = ({ state, update }: FactOf<'PodSyncStarted'>): boolean =>
  state === 'terminating' || (state === 'sync' && update !== 'sync');

const isWaiting = (state: string): boolean => state.startsWith('waiting');
