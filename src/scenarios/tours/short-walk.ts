/** The oldest text, one command from the key press to a running container. */
import type { Tour } from './tour.ts';

export const tour: Tour = {
  id: 'short-walk',
  scenario: 'create-deployment',
  drive: [{ line: 'kubectl create deployment nginx --image nginx' }],
  chapters: [
    {
      id: 'command',
      beats: [
        { id: 'enter', at: /^person\/enter/ },
        { id: 'request', at: /^kubectl\/send\/deployments/ },
      ],
      covers: ['000.kubectl', '000.command', '000.question.inside', '000.flow.request'],
    },
    {
      id: 'rooms',
      beats: [
        { id: 'control-plane', at: /^kube-apiserver\/authenticate\/deployments/ },
        { id: 'node', at: /^kube-apiserver\/flow-control\/deployments/ },
      ],
      covers: [
        '000.apiserver',
        '000.apiserver.rest',
        '000.apiserver.front',
        '000.kcm',
        '000.kcm.one-binary',
        '000.kcm.list',
        '000.scheduler',
        '000.kubelet',
        '000.kubelet.pods',
      ],
    },
    {
      id: 'api-server',
      beats: [
        { id: 'who', at: /^kube-apiserver\/authorize\/deployments/ },
        { id: 'what', at: /^kube-apiserver\/mutate\/deployments/ },
        {
          id: 'store',
          at: /^kube-apiserver\/store\/deployments/,
          ask: { right: 1 },
        },
      ],
      covers: [
        '000.output',
        '000.flow.authn',
        '000.flow.authz',
        '000.flow.admission',
        '000.flow.validation',
        '000.flow.store',
      ],
    },
    {
      id: 'controllers',
      beats: [
        { id: 'watch', at: /^kube-controller-manager\/hear\/deployments/ },
        { id: 'deployment', at: /\/deployment-controller\/sync\// },
        { id: 'replicaset', at: /\/replicaset-controller\/sync\// },
      ],
      covers: [
        '000.flow.deployment-event',
        '000.flow.create-replicaset',
        '000.flow.replicaset-event',
        '000.flow.create-pod',
        '000.flow.nodename-empty',
        '000.control-loops',
        '000.informer.load',
      ],
    },
    {
      id: 'scheduler',
      beats: [
        { id: 'choose', at: /^kube-scheduler\/hear\/pods/ },
        {
          id: 'bind',
          at: /^kube-scheduler\/send\/pods/,
          ask: { right: 2 },
        },
      ],
      covers: ['000.flow.scheduler-event', '000.flow.choose', '000.flow.bind'],
    },
    {
      id: 'kubelet',
      beats: [
        { id: 'notice', at: /\/kubelet\/hear\/pods/ },
        { id: 'sandbox', at: /\/kubelet\/cri-called\/.*\/RunPodSandbox$/ },
        { id: 'containers', at: /\/kubelet\/cri-called\/.*\/PullImage$/ },
      ],
      covers: [
        '000.kubelet.podspecs',
        '000.flow.kubelet-notices',
        '000.flow.sync-pod',
        '000.syncpod.steps',
        '000.syncpod.sandbox',
        '000.syncpod.pause-image',
        '000.pause.process-namespace',
        '000.syncpod.ephemeral',
        '000.ephemeral.alpha',
        '000.ephemeral.debug',
        '000.syncpod.init',
        '000.init.tools',
        '000.syncpod.containers',
      ],
    },
    {
      id: 'running',
      beats: [{ id: 'status', at: /^etcd\/commit\/deployments\// }],
      covers: ['000.pod-soon', '000.kubelet.healthy', '000.flow.status', '000.reading'],
    },
  ],
};
