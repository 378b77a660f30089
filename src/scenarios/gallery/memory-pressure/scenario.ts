/** Memory of a node is taken by something that is no Pod; the eviction manager acts. */
import type { Tour } from '../../tours/tour.ts';

const greedy = `apiVersion: v1
kind: Pod
metadata:
  name: greedy
spec:
  nodeName: node-1
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
`;

export const tour: Tour = {
  id: 'memory-pressure',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: greedy },
    { after: 5, action: 'use_memory 1 24050Mi' },
    { after: 25, line: 'kubectl describe pod greedy' },
    { after: 1, line: 'kubectl describe node node-1' },
    { after: 1, action: 'use_memory 1 0' },
    { after: 330, line: 'kubectl get nodes' },
  ],
  chapters: [
    {
      id: 'pressure',
      beats: [
        { id: 'taken', at: /^person\/act\/use_memory/ },
        { id: 'evicted', at: /^etcd\/commit\/pods\/default\/greedy~5$/, ask: { right: 1 } },
        { id: 'read', at: /^kubectl\/print~2$/ },
        { id: 'node', at: /^kubectl\/print~3$/, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'relief',
      beats: [
        { id: 'freed', at: /^person\/act\/use_memory\/1~2/ },
        { id: 'later', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
  ],
};
