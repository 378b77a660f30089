/** How the kubelet keeps its node alive and clean, what it tells of it, and how a Pod goes. */
import type { TourChapter } from './tour.ts';

export const guarding: readonly TourChapter[] = [
  {
    id: 'eviction',
    beats: [
      { id: 'hungry', fact: { type: 'ProcessStarted', says: ['default/best', 'app'] } },
      { id: 'taken', at: /^person\/act\/use_memory/ },
      { id: 'limit', fact: { type: 'EventRecorded', says: 'EvictionThresholdMet' } },
      {
        id: 'first',
        fact: { type: 'EvictionSynchronized', says: 'default/burst' },
        cast: ['node-1/pods/default/burst'],
        ask: { right: 0 },
      },
      { id: 'condition', fact: { type: 'EventRecorded', says: 'NodeHasInsufficientMemory' } },
    ],
    covers: ['001.module.eviction', '001.eviction.pressure', '001.eviction.order'],
  },
  {
    id: 'image-gc',
    beats: [
      {
        id: 'left-over',
        fact: {
          type: 'EventRecorded',
          component: /^node-1\/kubelet$/,
          says: ['Killing', /\/web-/],
        },
      },
      { id: 'fill', at: /^person\/act\/use_disk/ },
      {
        id: 'removed',
        fact: { type: 'CriCalled', component: /^node-1\//, says: 'RemoveImage' },
        cast: ['node-1/containerd'],
      },
      {
        id: 'short',
        fact: { type: 'EventRecorded', says: 'FreeDiskSpaceFailed' },
        // It says so in an Event.
        cast: ['kube-apiserver'],
      },
    ],
    covers: ['001.module.image-gc'],
  },
  {
    id: 'container-gc',
    beats: [
      { id: 'kept', at: /^person\/act\/end_process/ },
      { id: 'second', fact: { type: 'CriCalled', says: ['RemoveContainer', /\/web-/] } },
      { id: 'sandbox', fact: { type: 'CriCalled', says: ['RemovePodSandbox', 'default/probes'] } },
    ],
    covers: ['001.question.gc', '001.module.container-gc'],
  },
  {
    id: 'oom',
    beats: [
      { id: 'limit', fact: { type: 'PodSyncStep', says: ['cgroups', 'default/oom'] } },
      { id: 'killed', fact: { type: 'OomKilled' } },
      {
        id: 'reason',
        fact: { type: 'PodLifecycleEventSeen', says: ['ContainerDied', 'default/oom'] },
      },
      { id: 'event', fact: { type: 'EventRecorded', says: ['BackOff', /\/oom$/] } },
    ],
    covers: ['001.module.cadvisor', '001.module.oom-watcher'],
  },
  {
    id: 'node-report',
    beats: [
      {
        id: 'lease',
        fact: { type: 'RequestSent', says: ['PUT', /\/kube-node-lease\/leases\//] },
      },
      { id: 'changed', fact: { type: 'CriReturned', says: ['PullImage', 'default/fresh'] } },
      {
        id: 'patch',
        fact: { type: 'RequestSent', says: ['PATCH', /\/nodes\/[^/]+\/status/, /^system:node:/] },
      },
      { id: 'fields', at: /^kubectl\/print/ },
    ],
    covers: [
      '001.question.report',
      '001.design.node-address',
      '001.run.status-frequency',
      '001.run.lease',
    ],
  },
  {
    id: 'shared-pod',
    beats: [
      { id: 'asked', fact: { type: 'RequestSent', says: [/\/pods\/two-in-one\/exec/] } },
      { id: 'joined', fact: { type: 'CriCalled', says: ['Exec', 'default/two-in-one'] } },
      { id: 'localhost', at: /^kubectl\/print/ },
      { id: 'mounts', fact: { type: 'CommandExited' } },
    ],
    covers: ['001.question.shared', '001.answer.shared', '003.pause.localhost'],
  },
  {
    id: 'deletion',
    beats: [
      { id: 'date', fact: { type: 'PodConfigChanged', says: ['default/hooks', 'DELETE'] } },
      {
        id: 'terminating',
        fact: { type: 'PodSyncStarted', says: ['default/hooks', 'terminating'] },
      },
      { id: 'signals', fact: { type: 'CriCalled', says: ['StopContainer', 'default/hooks'] } },
      {
        id: 'terminated',
        fact: { type: 'PodSyncStep', says: ['default/hooks', 'unmount-volumes'] },
      },
      {
        id: 'gone',
        fact: { type: 'TxnCommitted', says: ['delete', '/registry/pods/default/hooks'] },
      },
    ],
    covers: ['001.question.delete'],
  },
];
