/** More Pods, then fewer: who counts, who creates, and which Pods are chosen to go. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'scale',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 10, line: 'kubectl scale deployment web --replicas=4' },
    { after: 10, line: 'kubectl scale deployment web --replicas=1' },
    { after: 2, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'up',
      beats: [
        { id: 'command', at: /^person\/enter~2$/ },
        { id: 'patch', at: /^etcd\/commit\/deployments\/default\/web~/, ask: { right: 2 } },
        {
          id: 'handed-on',
          at: /deployment-controller\/decide\/default\/web\/deployment.scale-replica-set/,
        },
        {
          id: 'missing',
          at: /replicaset-controller\/decide\/default\/web-\w+\/replicaset.create-pods~/,
        },
      ],
      covers: [],
    },
    {
      id: 'down',
      beats: [
        { id: 'command', at: /^person\/enter~3$/ },
        {
          id: 'ranking',
          at: /replicaset-controller\/decide\/default\/web-\w+\/replicaset.delete-pods/,
          ask: { right: 1 },
        },
        { id: 'terminating', at: /^etcd\/commit\/pods\/default\/web-/ },
        { id: 'listed', at: /^person\/enter~4$/ },
      ],
      covers: [],
    },
  ],
};
