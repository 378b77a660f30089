/** Three Deployments with the same needs and three schedulers, of which one does not exist. */
import type { Tour } from '../../tours/tour.ts';

const deploymentOf = (name: string, scheduler: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 3
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      schedulerName: ${scheduler}
      containers:
      - name: app
        image: nginx:1.28
        resources:
          requests:
            cpu: 100m
            memory: 100Mi
`;

export const tour: Tour = {
  id: 'two-schedulers',
  scenario: 'two-schedulers',
  drive: [
    { line: 'kubectl apply -f -', stdin: deploymentOf('spread', 'default-scheduler') },
    { after: 4, line: 'kubectl apply -f -', stdin: deploymentOf('packed', 'packing-scheduler') },
    { after: 4, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl apply -f -', stdin: deploymentOf('lost', 'no-such-scheduler') },
    { after: 6, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'rules',
      beats: [
        { id: 'spread', at: /^kube-scheduler\/score\/default\/spread-/ },
        { id: 'chosen', at: /^kube-scheduler\/select\/default\/spread-/ },
        { id: 'packed', at: /^packing-scheduler\/score\/default\/packed-/, ask: { right: 1 } },
        { id: 'same', at: /^packing-scheduler\/select\/default\/packed-/ },
        { id: 'listed', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'nobody',
      beats: [
        { id: 'name', at: /^etcd\/commit\/deployments\/default\/lost$/ },
        { id: 'waits', at: /^kubectl\/print~5$/, ask: { right: 2 } },
      ],
      covers: [],
    },
  ],
};
