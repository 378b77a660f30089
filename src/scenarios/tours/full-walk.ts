/** The long text, section by section, for three replicas. */
import type { Tour, TourChapter } from './tour.ts';

const request: readonly TourChapter[] = [
  {
    id: 'enter',
    beats: [
      { id: 'then', at: /^person\/enter$/ },
      { id: 'flag', at: /^kubectl\/print$/ },
      { id: 'bad-image', at: /^kubectl\/print~2$/ },
    ],
    covers: [
      '003.command',
      '003.life-of-request',
      '003.kubectl.client-validation',
      '003.kubectl.bad-image',
    ],
  },
  {
    id: 'client-auth',
    beats: [{ id: 'kubeconfig', at: /^kubectl\/load-kubeconfig/ }],
    covers: ['003.clientauth.kubeconfig', '003.clientauth.search', '003.clientauth.x509'],
  },
  {
    id: 'kubectl',
    beats: [
      { id: 'object', at: /^kubectl\/generate/ },
      { id: 'send', at: /^kubectl\/send\/deployments/ },
    ],
    covers: [
      '003.kubectl.generators',
      '003.kubectl.infer-kind',
      '003.kubectl.runtime-object',
      '003.kubectl.http-request',
    ],
  },
  {
    id: 'authn',
    beats: [{ id: 'union', at: /^kube-apiserver\/authenticate\/deployments/ }],
    covers: [
      '003.apiserver',
      '003.authn.union',
      '003.authn.x509',
      '003.authn.basic',
      '003.authn.user-info',
    ],
  },
  {
    id: 'authz',
    beats: [{ id: 'one-yes', at: /^kube-apiserver\/authorize\/deployments/ }],
    covers: ['003.authz.permission', '003.authz.one-allows', '003.authz.rbac'],
  },
  {
    id: 'admission',
    beats: [
      { id: 'mutate', at: /^kube-apiserver\/mutate\/deployments/ },
      { id: 'validate', at: /^kube-apiserver\/admit\/deployments/ },
    ],
    covers: ['003.admission.role', '003.admission.plugins'],
  },
  {
    id: 'create',
    beats: [
      { id: 'store', at: /^kube-apiserver\/store\/deployments/ },
      { id: 'answer', at: /^kubectl\/receive\/deployments/ },
    ],
    covers: ['003.create.store', '003.create.key', '003.create.get-after', '003.create.response'],
  },
];

const controllers: readonly TourChapter[] = [
  {
    id: 'deployment',
    beats: [
      { id: 'hear', at: /^kube-controller-manager\/hear\/deployments/ },
      { id: 'sync', at: /\/deployment-controller\/sync\// },
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
      { id: 'slow-start', at: /\/replicaset-controller\/send\/pods/ },
      { id: 'owner', at: /^etcd\/commit\/pods/ },
    ],
    covers: [
      '003.replicaset.burst',
      '003.replicaset.slow-start',
      '003.owners.references',
      '003.owners.no-fight',
    ],
  },
  {
    id: 'filter',
    beats: [
      { id: 'queue', at: /^kube-scheduler\/queue\// },
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
    beats: [{ id: 'points', at: /^kube-scheduler\/score\// }],
    covers: ['003.scheduler.priorities'],
  },
  {
    id: 'bind',
    beats: [
      { id: 'assume', at: /^kube-scheduler\/assume\// },
      { id: 'written', at: /^etcd\/commit\/pods\/.*~2$/ },
    ],
    covers: ['003.scheduler.binding', '003.bind.nodename', '003.bind.pod-scheduled'],
  },
];

const node: readonly TourChapter[] = [
  {
    id: 'pod-sync',
    beats: [{ id: 'hear', at: /\/kubelet\/hear\/pods/ }],
    covers: ['003.recap', '003.kubelet.agent', '003.kubelet.poll', '003.kubelet.match'],
  },
  {
    id: 'node-checks',
    beats: [{ id: 'admit', at: /\/kubelet\/pod-admitted\// }],
    covers: ['003.sync.admission'],
  },
  {
    id: 'pod-status',
    beats: [{ id: 'phase', at: /\/kubelet\/pod-status-set\// }],
    covers: [
      '003.sync.status',
      '003.sync.phases',
      '003.sync.waiting',
      '003.sync.ready-false',
      '003.sync.status-manager',
    ],
  },
  {
    id: 'volumes',
    beats: [{ id: 'wait', at: /\/kubelet\/pod-sync-step\/.*\/wait-for-volumes$/ }],
    covers: ['003.sync.volumes'],
  },
  {
    id: 'cri',
    beats: [{ id: 'sandbox', at: /\/kubelet\/cri-called\/.*\/RunPodSandbox$/ }],
    covers: ['003.cri.runtimes', '003.cri.interface', '003.cri.grpc', '003.cri.run-pod-sandbox'],
  },
  {
    id: 'cni',
    beats: [
      { id: 'namespace', at: /\/runtime-step\/.*\/network-namespace-created$/, ask: { right: 1 } },
      { id: 'address', at: /\/cni-step\/.*\/host-local$/ },
      { id: 'bridge', at: /\/cni-step\/.*\/bridge$/ },
    ],
    covers: [
      '003.cni.delegates',
      '003.cni.bridge',
      '003.cni.veth',
      '003.cni.ip',
      '003.cni.ipam',
      '003.cni.host-local',
      '003.cni.result',
    ],
  },
  {
    id: 'pause',
    beats: [{ id: 'pause', at: /\/containerd\/process-started\// }],
    covers: [
      '003.pause.parent',
      '003.pause.namespaces',
      '003.pause.localhost',
      '003.pause.checkpoint',
    ],
  },
  {
    id: 'containers',
    beats: [
      { id: 'pull', at: /\/kubelet\/cri-called\/.*\/PullImage$/ },
      { id: 'create', at: /\/kubelet\/cri-called\/.*\/CreateContainer$/ },
      { id: 'start', at: /\/containerd\/process-started\// },
    ],
    covers: ['003.container.pull', '003.container.create', '003.container.start'],
  },
  {
    id: 'wrap-up',
    beats: [{ id: 'three', at: /^kubectl\/receive\/deployments/ }],
    covers: ['003.end'],
  },
];

export const tour: Tour = {
  id: 'full-walk',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl run nginx --image=nginx --replicas=3' },
    { after: 5, line: 'kubectl run x --image=Nginx:' },
    { after: 5, line: 'kubectl create deployment nginx --image=nginx --replicas=3' },
    { after: 20, line: 'kubectl rollout status deployment/nginx' },
  ],
  chapters: [...request, ...controllers, ...node],
};
