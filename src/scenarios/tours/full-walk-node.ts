/** The long walk on a node: from a record to processes with files, an address and a network. */
import type { TourChapter } from './tour.ts';

const record: readonly TourChapter[] = [
  {
    id: 'pod-sync',
    beats: [
      { id: 'hear', at: /\/kubelet\/hear\/pods\/default\/app$/ },
      {
        id: 'config',
        fact: { type: 'PodConfigChanged', says: 'default/app' },
      },
      { id: 'loop', at: /\/kubelet\/sync-loop-picked/ },
    ],
    covers: [
      '003.recap',
      '003.kubelet.agent',
      '003.kubelet.poll',
      '003.kubelet.match',
      '003.sync.metrics',
    ],
  },
  {
    id: 'node-checks',
    beats: [
      { id: 'admit', at: /\/kubelet\/pod-admitted\/default\/app$/ },
      { id: 'rights', at: /\/kubelet\/pod-sync-started\/default\/app$/ },
      { id: 'cgroups', at: /\/kubelet\/pod-sync-step\/default\/app\/cgroups$/ },
    ],
    covers: [
      '003.sync.admission',
      '003.sync.apparmor',
      '003.sync.no-new-privs',
      '003.sync.cgroups',
    ],
  },
  {
    id: 'pod-status',
    beats: [
      {
        id: 'phase',
        fact: { type: 'RequestSent', component: /kubelet$/, says: ['GET', 'pods/default/app'] },
      },
      { id: 'sent', at: /\/kubelet\/send\/pods\/default\/app$/ },
      { id: 'stored', at: /^etcd\/commit\/pods\/default\/app~3$/ },
    ],
    covers: [
      '003.sync.status',
      '003.sync.phases',
      '003.sync.handlers',
      '003.sync.waiting',
      '003.sync.ready-false',
      '003.sync.status-manager',
    ],
  },
  {
    id: 'volumes',
    beats: [
      {
        id: 'dirs',
        fact: { type: 'VolumeMounted', says: 'kubernetes.io/empty-dir' },
      },
      {
        id: 'token',
        fact: { type: 'VolumeMounted', says: 'kubernetes.io/projected' },
      },
      { id: 'wait', at: /\/kubelet\/pod-sync-step\/default\/app\/wait-for-volumes$/ },
    ],
    covers: ['003.sync.dirs', '003.sync.volumes', '003.sync.pull-secrets'],
  },
];

const sandbox: readonly TourChapter[] = [
  {
    id: 'cri',
    beats: [
      { id: 'actions', at: /\/kubelet\/pod-actions-computed\/default\/app$/ },
      { id: 'sandbox', at: /\/kubelet\/cri-called\/default\/app\/RunPodSandbox$/ },
    ],
    covers: ['003.cri.runtimes', '003.cri.interface', '003.cri.grpc', '003.cri.run-pod-sandbox'],
  },
  {
    id: 'cni',
    beats: [
      {
        id: 'namespace',
        at: /\/runtime-step\/default\/app\/network-namespace-created$/,
        ask: { right: 1 },
      },
      { id: 'program', at: /\/cni-step\/default\/app\/loopback$/ },
      { id: 'address', at: /\/cni-step\/default\/app\/host-local$/ },
      { id: 'bridge', at: /\/cni-step\/default\/app\/bridge$/ },
      { id: 'list', at: /\/cni-step\/default\/app\/portmap$/ },
      { id: 'result', at: /\/runtime-step\/default\/app\/snapshot-prepared$/ },
    ],
    covers: [
      '003.cni.delegates',
      '003.cni.interface',
      '003.cni.stdin',
      '003.cni.paths',
      '003.cni.config',
      '003.cni.args',
      '003.cni.bridge',
      '003.cni.veth',
      '003.cni.ip',
      '003.cni.ipam',
      '003.cni.host-local',
      '003.cni.dns',
      '003.cni.result',
    ],
  },
  {
    id: 'pause',
    beats: [
      {
        id: 'spec',
        fact: { type: 'RuntimeStep', says: ['spec-generated', 'default/app'] },
      },
      { id: 'shim', at: /\/runtime-step\/default\/app\/shim-started$/ },
      { id: 'pause', at: /\/containerd\/process-started\/default\/app$/ },
      { id: 'ready', at: /\/kubelet\/cri-returned\/default\/app\/RunPodSandbox$/ },
    ],
    covers: [
      '003.pause.parent',
      '003.pause.namespaces',
      '003.linux.namespaces',
      '003.linux.cgroups',
      '003.pause.reaps',
      '003.pause.checkpoint',
    ],
  },
];

const running: readonly TourChapter[] = [
  {
    id: 'containers',
    beats: [
      { id: 'pull', at: /\/kubelet\/cri-called\/default\/app\/PullImage$/ },
      { id: 'create', at: /\/kubelet\/cri-called\/default\/app\/CreateContainer$/ },
      { id: 'start', at: /\/containerd\/process-started\/default\/app~2$/ },
      { id: 'init', at: /\/kubelet\/cri-called\/default\/app\/CreateContainer~2$/ },
      {
        id: 'hook',
        at: /\/containerd\/process-started\/default\/app~4$/,
        fact: { type: 'CriCalled', says: ['ExecSync', 'default/app'] },
      },
    ],
    covers: [
      '003.container.init',
      '003.container.pull',
      '003.container.create',
      '003.container.daemon',
      '003.container.labels',
      '003.container.cpu-manager',
      '003.container.start',
      '003.container.hooks',
    ],
  },
  {
    id: 'hosts',
    beats: [
      {
        id: 'leave',
        at: /^kubectl\/send\/pods\/default\/app/,
        fact: { type: 'PacketHop', says: ['routed', 'default/app'] },
      },
      {
        id: 'route',
        fact: { type: 'PacketHop', says: ['routed', 'host'] },
      },
      {
        id: 'wrap',
        fact: { type: 'PacketHop', says: 'encapsulated' },
      },
      {
        id: 'arrive',
        fact: { type: 'PacketHop', says: 'received' },
      },
    ],
    covers: ['003.hosts.why', '003.hosts.flannel', '003.hosts.subnet', '003.hosts.udp'],
  },
  {
    id: 'wrap-up',
    beats: [
      { id: 'three', fact: { type: 'OutputPrinted', says: /READINESS GATES/ } },
      { id: 'end', at: /^kubectl\/receive\/deployments/ },
    ],
    covers: ['003.end'],
  },
];

export const node: readonly TourChapter[] = [...record, ...sandbox, ...running];
