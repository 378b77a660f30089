/** The scheduler, the kubelet, what asks containers how they are, and numbers. */
import type { TourChapter } from './tour.ts';

export const work: readonly TourChapter[] = [
  {
    id: 'scheduler',
    beats: [
      { id: 'pod', at: /^kube-scheduler\/queue\/default\/web-/ },
      { id: 'nodes', at: /^kube-scheduler\/filter\/default\/web-/ },
      { id: 'algorithm', at: /^kube-scheduler\/score\/default\/web-/ },
      { id: 'binding', at: /^kube-scheduler\/send\/pods/ },
    ],
    covers: [
      '002.scheduler',
      '002.scheduler.watch',
      '002.scheduler.bind',
      '002.scheduler.three',
      '002.scheduler.algorithm',
      '002.kubelet.sees-binding',
    ],
  },
  {
    id: 'kubelet',
    beats: [
      { id: 'reads', at: /\/kubelet\/hear\/pods/ },
      { id: 'runtime', at: /\/kubelet\/cri-called\/.*\/PullImage$/ },
      { id: 'operations', fact: { type: 'PodConfigChanged', says: 'RECONCILE' } },
    ],
    covers: [
      '002.kubelet',
      '002.kubelet.per-node',
      '002.kubelet.pod-management',
      '002.kubelet.docker-client',
    ],
  },
  {
    id: 'health-checks',
    beats: [
      { id: 'uses', fact: { type: 'PodSyncStep', says: ['probes', 'default/health'] } },
      { id: 'http', fact: { type: 'ProbeRan', says: ['default/health', 'startup', 'success'] } },
      { id: 'exec', fact: { type: 'ProbeRan', says: ['default/health', 'readiness'] } },
      { id: 'tcp', fact: { type: 'ProbeRan', says: ['default/health', 'liveness'] } },
    ],
    covers: ['002.health', '002.health.exec', '002.health.tcp', '002.health.http'],
  },
  {
    id: 'metrics',
    beats: [
      {
        id: 'scraped',
        fact: { type: 'RequestSent', component: /^metrics-server$/, says: '/metrics/resource' },
      },
      {
        id: 'asked',
        fact: { type: 'RequestSent', component: /^kubectl$/, says: /^\/apis\/metrics\.k8s\.io\// },
      },
      { id: 'shown', at: /^kubectl\/print/ },
    ],
    covers: [
      '002.kubelet.cadvisor',
      '002.metrics.heapster',
      '002.metrics.cluster',
      '002.metrics.labels',
      '002.metrics.influxdb',
      '002.metrics.grafana',
    ],
  },
];
