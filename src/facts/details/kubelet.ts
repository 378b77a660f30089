/** More about what a kubelet does. */

import type { FactOf } from '#trace/facts';
import type { KubeletFact } from '#trace/facts/kubelet';
import { grouped } from '../words.ts';
import { type FactDetails, severityOfError } from './fact-details.ts';
import { bySyncStep, kubelet, runtime } from './places.ts';
import { rowsOfParams } from './rows.ts';
import { podSyncSpan } from './span.ts';

export const kubeletDetails: { readonly [T in KubeletFact['type']]: FactDetails<FactOf<T>> } = {
  PodConfigChanged: { source: { place: [`${kubelet}/config/config.go`, 'checkAndUpdatePod'] } },
  SyncLoopPicked: {
    source: { place: [`${kubelet}/kubelet.go`, 'syncLoopIteration'] },
    rows: ({ channel, pods }) => [
      ['channel', channel],
      ['pods', pods.join(', ')],
    ],
  },
  PodAdmitted: {
    source: { place: [`${kubelet}/lifecycle/predicate.go`, 'generalFilter'] },
    rows: ({ handlers }) => [['handlers', handlers.join(', ')]],
  },
  PodSyncStarted: {
    source: { place: [`${kubelet}/pod_workers.go`, 'podWorkerLoop'] },
    span: podSyncSpan,
    rows: ({ pod, uid, update }) => [
      ['pod', pod],
      ['uid', uid],
      ['update', update],
    ],
  },
  PodSyncStep: {
    source: {
      place: [`${kubelet}/kubelet.go`, 'SyncPod'],
      decidedBy: ({ step }) => [bySyncStep[step]],
    },
    leftOut: ({ step }) => (step === 'wait-for-volumes' ? 'leftOut.volumes' : undefined),
    rows: rowsOfParams,
  },
  PodSyncFinished: {
    source: { place: [`${kubelet}/pod_workers.go`, 'podWorkerLoop'] },
    severity: severityOfError,
    failure: ({ error }) => error,
  },
  PodActionsComputed: {
    source: { place: [`${runtime}/kuberuntime_manager.go`, 'computePodActions'] },
    rows: ({ createSandbox, containersToStart, containersToKill }) => [
      ['createSandbox', String(createSandbox)],
      ['start', containersToStart.join(', ')],
      ['kill', containersToKill.join(', ')],
    ],
  },
  VolumeMounted: { source: { place: [`${kubelet}/volumemanager/volume_manager.go`] } },
  PodLifecycleEventSeen: {
    source: { place: [`${kubelet}/pleg/generic.go`, 'Relist'] },
    rows: ({ event, container }) => [
      ['event', event],
      ['container', container],
    ],
  },
  PodStatusSet: {
    source: { place: [`${kubelet}/status/status_manager.go`, 'syncPod'] },
    rows: ({ phase, version, containers, conditions }) => [
      ['phase', phase],
      ['version', String(version)],
      ...Object.entries(containers),
      ...Object.entries(conditions),
    ],
  },
  ProbeRan: {
    source: { place: [`${kubelet}/prober/prober.go`, 'probe'] },
    severity: ({ result }) => (result === 'success' ? 'I' : 'W'),
  },
  KubeletModulesStarted: { source: { place: [`${kubelet}/kubelet.go`, 'Run'] } },
  RuntimeStateChanged: { source: { place: [`${kubelet}/kubelet.go`, 'updateRuntimeUp'] } },
  VolumeContentUpdated: { source: { place: [`${kubelet}/volumemanager/volume_manager.go`] } },
  ResourcesAllocated: { source: { place: [`${kubelet}/cm/topologymanager/topology_manager.go`] } },
  DevicePluginRegistered: { source: { place: [`${kubelet}/cm/container_manager_linux.go`] } },
  DraPluginRegistered: { source: { place: [`${kubelet}/cm/container_manager_linux.go`] } },
  DynamicResourcesPrepared: { source: { place: [`${kubelet}/cm/container_manager_linux.go`] } },
  DynamicResourcesUnprepared: { source: { place: [`${kubelet}/cm/container_manager_linux.go`] } },
  EvictionSynchronized: {
    source: { place: [`${kubelet}/eviction/eviction_manager.go`, 'synchronize'] },
  },
  ContainerLogRotated: {
    source: { place: [`${kubelet}/logs/container_log_manager.go`, 'rotateLog'] },
    rows: ({ log, rotated, bytes, compressed, removed }) => [
      ['log', log],
      ['rotated', rotated],
      ['bytes', grouped(bytes)],
      ['compressed', compressed.join(', ')],
      ['removed', removed.join(', ')],
    ],
  },
  NodeRegistered: {
    source: { place: [`${kubelet}/kubelet_node_status.go`, 'registerWithAPIServer'] },
  },
};
