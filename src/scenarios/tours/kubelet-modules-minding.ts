/** How the kubelet notices, asks, prepares and acts. */
import type { TourChapter } from './tour.ts';

export const minding: readonly TourChapter[] = [
  {
    id: 'pleg',
    beats: [
      { id: 'ended', at: /\/containerd\/process-exited\/default\/web-/ },
      {
        id: 'noticed',
        fact: { type: 'PodLifecycleEventSeen', says: 'ContainerDied' },
        ask: { right: 1 },
      },
      { id: 'channel', fact: { type: 'SyncLoopPicked', says: 'pleg' } },
      { id: 'again', fact: { type: 'ProcessStarted' } },
    ],
    covers: ['001.module.pleg', '001.pleg.chain', '001.pleg.event-channel', '001.module.sync-loop'],
  },
  {
    id: 'probes',
    beats: [
      {
        id: 'worker',
        fact: { type: 'PodSyncStep', says: ['probes', 'default/probes'] },
      },
      {
        id: 'not-yet',
        fact: { type: 'ProbeRan', says: ['default/probes', 'readiness', 'failure'] },
      },
      {
        id: 'ready',
        fact: { type: 'ProbeRan', says: ['default/probes', 'readiness', 'success'] },
      },
      {
        id: 'sent',
        fact: { type: 'RequestSent', says: ['PATCH', /pods\/probes\/status/] },
      },
    ],
    covers: ['001.module.probe', '001.module.status', '001.status.inputs'],
  },
  {
    id: 'images-volumes',
    beats: [
      { id: 'volume', fact: { type: 'VolumeMounted', says: ['default/two-in-one', 'both'] } },
      { id: 'wait', at: /\/kubelet\/pod-sync-step\/default\/two-in-one\/wait-for-volumes$/ },
      { id: 'image', at: /\/kubelet\/cri-called\/default\/two-in-one\/PullImage$/ },
    ],
    covers: ['001.module.image', '001.module.volume'],
  },
  {
    id: 'runtime',
    beats: [
      { id: 'file', at: /^person\/act\/put_manifest/ },
      { id: 'cgroup', fact: { type: 'PodSyncStep', says: ['cgroups', /\/static-web-/] } },
      { id: 'mirror', fact: { type: 'RequestSent', says: ['POST', /kubelet/, /\/pods$/] } },
      { id: 'calls', fact: { type: 'CriCalled', says: ['StartContainer', /\/static-web-/] } },
    ],
    covers: [
      '001.module.container-manager',
      '001.module.runtime-manager',
      '001.runtime.docker-rkt',
      '001.module.pod-manager',
    ],
  },
];
