/** The map, the one door, limits, what is known of a node, and namespaces. */
import type { TourChapter } from './tour.ts';

export const cluster: readonly TourChapter[] = [
  {
    id: 'map',
    beats: [
      { id: 'rooms', at: /^person\/enter$/ },
      { id: 'words', at: /^kubectl\/print$/ },
    ],
    covers: ['002.map.kubectl', '002.map.master', '002.map.slave'],
  },
  {
    id: 'front-door',
    beats: [
      { id: 'entry', at: /^kube-apiserver\/authenticate\/namespaces/ },
      { id: 'store', at: /^etcd\/commit\/namespaces\/team$/ },
      {
        id: 'programs',
        fact: {
          type: 'RequestSent',
          component: /serviceaccount-controller$/,
          says: ['POST', /\/namespaces\/team\/serviceaccounts/],
        },
      },
      { id: 'same-chain', fact: { type: 'Authorized' } },
    ],
    covers: [
      '002.apiserver.channel',
      '002.apiserver.entry',
      '002.apiserver.only-entry',
      '002.apiserver.kinds',
      '002.apiserver.by-kubectl',
      '002.apiserver.by-client-go',
      '002.apiserver.writes-etcd',
    ],
  },
  {
    id: 'quotas',
    beats: [
      { id: 'stored', at: /^etcd\/commit\/resourcequotas\/team\/two-pods$/ },
      { id: 'counted', at: /^etcd\/commit\/resourcequotas\/team\/two-pods~2$/ },
      { id: 'container', at: /^kube-apiserver\/mutate\/pods\/team/ },
      { id: 'charged', at: /^etcd\/commit\/resourcequotas\/team\/two-pods~3$/ },
    ],
    covers: [
      '002.quota.entry',
      '002.quota.container',
      '002.quota.pod',
      '002.quota.namespace',
      '002.quota.stored',
      '002.quota.counted',
      '003.admission.limit-ranger',
    ],
  },
  {
    id: 'node-info',
    beats: [
      {
        id: 'changed',
        fact: { type: 'RequestSent', says: ['PATCH', /\/nodes\/[^/]+\/status/, /^system:node:/] },
      },
      {
        id: 'pulse',
        fact: { type: 'RequestSent', says: ['PUT', /\/kube-node-lease\/leases\//] },
      },
      {
        id: 'watched',
        fact: {
          type: 'WatchEventReceived',
          component: /^kube-controller-manager/,
          says: /^leases\.coordination\.k8s\.io\/kube-node-lease\//,
        },
      },
      { id: 'asked', at: /^kubectl\/send\/nodes\/node-1/ },
      { id: 'facts', at: /^kubectl\/print/ },
    ],
    covers: [
      '002.kcm.periodic-read',
      '002.kcm.acts',
      '002.node-controller',
      '002.node-info.pushed',
      '002.node-info.health',
      '002.node-info.resources',
      '002.node-info.name',
      '002.node-info.address',
      '002.node-info.os',
      '002.node-info.docker',
      '002.node-info.kubelet',
      '002.kubelet.registers',
      '002.kubelet.ten-seconds',
    ],
  },
  {
    id: 'namespaces',
    beats: [
      { id: 'marked', at: /^etcd\/commit\/namespaces\/team~2$/ },
      { id: 'five-seconds', at: /\/namespace-controller\/enqueue\/team/ },
      { id: 'pods-first', fact: { type: 'RequestSent', says: ['DELETE', /\/team\/pods$/] } },
      { id: 'finalized', fact: { type: 'RequestSent', says: ['PUT', /\/team\/finalize$/] } },
    ],
    covers: ['002.namespace.create', '002.namespace.periodic', '002.namespace.acts'],
  },
];
