/** Two effects of a taint: one is read by the scheduler, the other by a controller. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'taints',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    { after: 9, line: 'kubectl taint node node-1 maintenance=soon:NoSchedule' },
    { after: 1, line: 'kubectl scale deployment web --replicas=5' },
    { after: 4, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl taint node node-1 maintenance=now:NoExecute' },
    { after: 4, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl taint node node-1 maintenance-' },
    { after: 2, line: 'kubectl get pods -o wide' },
  ],
  chapters: [
    {
      id: 'out',
      beats: [
        { id: 'mark', at: /^person\/enter~2$/ },
        { id: 'stays', at: /^kubectl\/print~2$/ },
        { id: 'filter', at: /^kube-scheduler\/filter\/default\/web-/, ask: { right: 1 } },
        { id: 'spread', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'away',
      beats: [
        { id: 'mark', at: /^person\/enter~5$/ },
        {
          id: 'evict',
          at: /^kube-controller-manager\/taint-eviction-controller\/decide\//,
          ask: { right: 2 },
        },
        { id: 'replaced', at: /^kube-scheduler\/select\/default\/web-/ },
        { id: 'gone', at: /^kubectl\/print~6$/ },
        {
          id: 'not-back',
          at: /^kubectl\/print~8$/,
          cast: ['node-1', 'node-2', 'node-3'],
        },
      ],
      covers: [],
    },
  ],
};
