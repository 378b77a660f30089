/** A packet's way, the store, and what is left when most of it is lost. */
import type { TourChapter } from './tour.ts';

export const roads: readonly TourChapter[] = [
  {
    id: 'service',
    beats: [
      { id: 'address', at: /^etcd\/commit\/services\/specs\/default\/web$/ },
      { id: 'slice', fact: { type: 'TxnCommitted', says: [/\/endpointslices\/default\/web-/] } },
      { id: 'rules', fact: { type: 'NetfilterChanged', component: /kernel$/, says: 'nat' } },
      { id: 'name', fact: { type: 'DnsAnswered', says: [/^web\./, 'A', 'NOERROR'] } },
      { id: 'leaves', fact: { type: 'PacketHop', says: ['routed', 'default/client', /^tcp/] } },
      { id: 'translated', fact: { type: 'PacketHop', says: ['translated', /KUBE-SVC-/] } },
      { id: 'arrives', fact: { type: 'PacketHop', says: ['received', /^default\/web-/] } },
      {
        id: 'six',
        at: /^person\/enter/,
        fact: { type: 'ConnectionAnswered', says: 'default/client' },
        ask: { right: 2 },
      },
    ],
    covers: [
      '002.proxy',
      '002.proxy.forwards',
      '002.proxy.to-pod',
      '002.proxy.cluster-ip',
      '002.proxy.node-port',
      '002.proxy.redirect',
      '002.proxy.socket-server',
      '002.proxy.endpoints',
      '002.proxy.round-robin',
      '002.proxy.session',
    ],
  },
  {
    id: 'etcd',
    beats: [
      { id: 'list', fact: { type: 'ReadServed', says: 'watch-cache' } },
      {
        id: 'get',
        at: /^person\/enter/,
        fact: { type: 'RangeRead', says: '/registry/deployments/default/web' },
      },
      { id: 'counter', fact: { type: 'TxnCommitted', says: 'put' } },
    ],
    covers: ['002.etcd.kv', '002.etcd.discovery', '002.etcd.objects', '002.etcd.source'],
  },
  {
    id: 'etcd-ha',
    beats: [
      { id: 'one-down', at: /^person\/act\/stop_component\/etcd\/m2/ },
      {
        id: 'majority',
        at: /^person\/enter/,
        fact: { type: 'EntryCommitted', says: /^m[13] m[13]$/ },
      },
      { id: 'two-down', at: /^person\/act\/stop_component\/etcd\/m3/ },
      {
        id: 'run-on',
        fact: { type: 'ConnectionAnswered', says: 'default/client' },
        ask: { right: 2 },
      },
      { id: 'refused', at: /^kubectl\/print/ },
      {
        id: 'back',
        at: /^person\/act\/start_component/,
        fact: { type: 'RaftRoleChanged', says: 'leader' },
      },
    ],
    covers: ['002.etcd.ha', '002.etcd.down'],
  },
  {
    id: 'together',
    beats: [
      { id: 'pictures', at: /^person\/enter/ },
      { id: 'source', at: /^kubectl\/print/ },
    ],
    covers: ['002.metaphor.brain-hands', '002.metaphors', '002.source'],
  },
];
