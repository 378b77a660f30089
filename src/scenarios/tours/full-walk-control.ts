/** The long walk through the loops of the control plane: controllers and scheduler. */
import type { TourChapter } from './tour.ts';

const controllers: readonly TourChapter[] = [
  {
    id: 'deployment',
    beats: [
      { id: 'queue', at: /\/deployment-controller\/enqueue\// },
      {
        id: 'take',
        fact: { type: 'KeyTaken', component: /deployment-controller$/ },
      },
      { id: 'sync', at: /\/deployment-controller\/sync\// },
      { id: 'decide', at: /\/deployment-controller\/decide\// },
      { id: 'create', at: /^etcd\/commit\/replicasets/ },
    ],
    covers: [
      '003.deployment.hierarchy',
      '003.controllers.reconcile',
      '003.deployment.queue',
      '003.deployment.lookup',
      '003.deployment.state-agnostic',
      '003.deployment.scaling',
      '003.deployment.create-rs',
      '003.deployment.revision',
      '003.deployment.deadline',
      '003.deployment.status',
    ],
  },
  {
    id: 'replicaset',
    beats: [
      {
        id: 'count',
        at: /\/replicaset-controller\/decide\/.*\/replicaset\.create-pods$/,
        ask: { right: 1 },
      },
      {
        id: 'expect',
        fact: { type: 'ExpectationsSet' },
      },
      { id: 'slow-start', at: /\/replicaset-controller\/send\/pods/ },
      { id: 'owner', at: /^etcd\/commit\/pods/ },
    ],
    covers: [
      '003.replicaset.sync',
      '003.replicaset.burst',
      '003.replicaset.slow-start',
      '003.owners.references',
      '003.owners.no-fight',
    ],
  },
  {
    id: 'informers',
    beats: [
      {
        id: 'rbac',
        fact: { type: 'WatchCacheUpdated', says: ['ADDED', /^pods\//] },
      },
      {
        id: 'subscribe',
        fact: { type: 'WatchEventSent', says: [/^pods\//, 'system:kube-scheduler'] },
      },
      { id: 'cache', at: /^kube-scheduler\/hear\/pods/ },
    ],
    covers: ['003.informers.rbac', '003.informers.subscribe', '003.informers.cache'],
  },
];

const scheduler: readonly TourChapter[] = [
  {
    id: 'filter',
    beats: [
      { id: 'queue', at: /^kube-scheduler\/queue\// },
      { id: 'pop', at: /^kube-scheduler\/pop\// },
      { id: 'filter', at: /^kube-scheduler\/filter\// },
    ],
    covers: [
      '003.scheduler.pending',
      '003.scheduler.standalone',
      '003.scheduler.selects',
      '003.scheduler.predicates',
    ],
  },
  {
    id: 'score',
    beats: [
      { id: 'pre-score', fact: { type: 'PreScored' } },
      { id: 'points', at: /^kube-scheduler\/score\// },
      { id: 'spread', at: /^kube-scheduler\/select\// },
    ],
    covers: ['003.scheduler.priorities', '003.scheduler.spread'],
  },
  {
    id: 'bind',
    beats: [
      { id: 'assume', at: /^kube-scheduler\/assume\// },
      { id: 'post', at: /^kube-scheduler\/send\/pods/ },
      { id: 'written', at: /^etcd\/commit\/pods\/.*~2$/ },
    ],
    covers: [
      '003.scheduler.binding',
      '003.bind.nodename',
      '003.bind.annotations',
      '003.bind.pod-scheduled',
    ],
  },
  {
    id: 'other-schedulers',
    beats: [
      { id: 'name', at: /^kube-scheduler\/hear\/pods\/default\/other$/ },
      { id: 'waits', at: /^kubectl\/receive\/pods\/default\/other/ },
    ],
    covers: ['003.scheduler.policy-config', '003.scheduler.custom', '003.scheduler.name'],
  },
];

export const control: readonly TourChapter[] = [...controllers, ...scheduler];
