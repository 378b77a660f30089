/** A Pod is deleted, and its ReplicaSet makes another one at once. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'self-healing',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 10, line: 'kubectl get pods -o wide' },
    {
      after: 1,
      line: 'kubectl delete pods -l app=web --field-selector=spec.nodeName=node-1 --wait=false',
    },
    { after: 0.1, line: 'kubectl get pods -o wide' },
    { after: 8, line: 'kubectl get pods -o wide' },
  ],
  chapters: [
    {
      id: 'missing',
      beats: [
        { id: 'two', at: /^kubectl\/print~2$/ },
        { id: 'deleted', at: /^etcd\/commit\/pods\/default\/web-\w+-\w+~6$/ },
        {
          id: 'noticed',
          at: /^etcd\/commit\/pods\/default\/web-\w+-\w+$/,
          ask: { right: 0 },
        },
        { id: 'both', at: /^kubectl\/print~4$/, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'again',
      beats: [
        { id: 'ended', at: /^etcd\/commit\/pods\/default\/web-\w+-\w+~10$/ },
        { id: 'two', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
  ],
};
