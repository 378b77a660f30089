/** The kubelet of one node ends: what the control plane believes, and when it acts. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'node-failure',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    { after: 5, action: 'stop_kubelet 2' },
    { after: 30, line: 'kubectl get nodes' },
    { after: 30, line: 'kubectl get nodes' },
    { after: 1, line: 'kubectl get pods -o wide' },
    { after: 320, line: 'kubectl get pods -o wide' },
    { after: 2, action: 'start_kubelet 2' },
    { after: 45, line: 'kubectl get pods -o wide' },
  ],
  chapters: [
    {
      id: 'doubt',
      beats: [
        { id: 'ends', at: /^person\/act\/stop_kubelet/ },
        { id: 'unnoticed', at: /^kubectl\/print~2$/ },
        {
          id: 'unknown',
          at: /^kube-controller-manager\/node-lifecycle-controller\/decide\/node-2\//,
          ask: { right: 1 },
        },
        { id: 'running', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'patience',
      beats: [
        { id: 'timer', at: /^person\/enter~5$/ },
        { id: 'terminating', at: /^kubectl\/print~5$/, ask: { right: 2 } },
        { id: 'back', at: /^person\/act\/start_kubelet/ },
        { id: 'cleaned', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
