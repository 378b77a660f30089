/** A Lease decides which of two managers works; it runs out when its holder is gone. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'leader-election',
  scenario: 'two-managers',
  drive: [
    { line: 'kubectl get leases --namespace=kube-system' },
    { after: 2, action: 'stop_component kcm' },
    { after: 1, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 4, line: 'kubectl get deployment web' },
    { after: 20, line: 'kubectl get deployment web' },
    { after: 1, line: 'kubectl get leases --namespace=kube-system' },
  ],
  chapters: [
    {
      id: 'still',
      beats: [
        { id: 'lease', at: /^kubectl\/print$/ },
        { id: 'ends', at: /^person\/act\/stop_component/ },
        { id: 'accepted', at: /^etcd\/commit\/deployments\/default\/web$/, ask: { right: 2 } },
        { id: 'nothing', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'next',
      beats: [
        { id: 'elected', fact: { type: 'LeaderElected', component: /^kube-controller-manager-2/ } },
        {
          id: 'caught-up',
          at: /^kube-controller-manager-2\/deployment-controller\/decide\/default\/web\//,
          ask: { right: 0 },
        },
        { id: 'runs', at: /^kubectl\/print~4$/ },
        { id: 'holder', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
  ],
};
