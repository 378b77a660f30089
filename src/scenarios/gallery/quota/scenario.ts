/** A quota that a Deployment does not hear of: who is refused, and who tries again. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'quota',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create quota two-pods --hard=pods=2' },
    { after: 2, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=4' },
    { after: 12, line: 'kubectl get deployments,replicasets,resourcequotas' },
    { after: 1, line: 'kubectl describe replicaset' },
    { after: 2, line: 'kubectl delete quota two-pods' },
    { after: 180, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'refused',
      beats: [
        { id: 'limit', at: /^etcd\/commit\/resourcequotas\/default\/two-pods$/ },
        { id: 'created', at: /^etcd\/commit\/deployments\/default\/web$/, ask: { right: 1 } },
        { id: 'counted', at: /^etcd\/commit\/resourcequotas\/default\/two-pods~/ },
        { id: 'two', at: /^person\/enter~3$/ },
        { id: 'events', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'lifted',
      beats: [
        {
          id: 'deleted',
          at: /^etcd\/commit\/resourcequotas\/default\/two-pods~5$/,
          cast: ['etcd'],
        },
        {
          id: 'retry',
          at: /^kubectl\/print~5$/,
          ask: { right: 1 },
        },
        { id: 'four', at: /^person\/enter~6$/ },
      ],
      covers: [],
    },
  ],
};
