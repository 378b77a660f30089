/** A Pod that a person creates: scheduled, started, deleted, and not replaced. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'bare-pod',
  scenario: 'run-pod',
  drive: [
    { line: 'kubectl run web --image=nginx:1.28' },
    { after: 8, line: 'kubectl get pod web -o wide' },
    { after: 1, line: 'kubectl delete pod web --grace-period=1' },
    { after: 5, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'there',
      beats: [
        { id: 'object', at: /^kubectl\/send\/pods\/default$/ },
        { id: 'stored', at: /^etcd\/commit\/pods\/default\/web$/, ask: { right: 1 } },
        { id: 'bound', at: /^kube-scheduler\/bind\/default\/web$/ },
        { id: 'sandbox', at: /^node-\d\/kubelet\/cri-returned\/default\/web\/RunPodSandbox$/ },
        { id: 'started', at: /^node-\d\/kubelet\/cri-returned\/default\/web\/StartContainer$/ },
        { id: 'running', at: /^kubectl\/print~2$/ },
      ],
      covers: [],
    },
    {
      id: 'gone',
      beats: [
        { id: 'deleted', at: /^person\/enter~3$/ },
        { id: 'nobody', at: /^kubectl\/print~4$/, ask: { right: 2 } },
      ],
      covers: [],
    },
  ],
};
