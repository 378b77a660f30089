/** A DaemonSet, a cordoned node, and a node that no longer matches. */
import type { Tour } from '../../tours/tour.ts';

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
    spec:
      terminationGracePeriodSeconds: 1
      nodeSelector:
        kubernetes.io/os: linux
      containers:
      - name: agent
        image: busybox:1.36
        command: [sleep, "3600"]
`;

export const tour: Tour = {
  id: 'daemonset',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: agent },
    { after: 4, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl cordon node-2' },
    { after: 1, line: 'kubectl delete pods -l app=agent' },
    { after: 6, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl label node node-3 kubernetes.io/os=none --overwrite' },
    { after: 6, line: 'kubectl get daemonset' },
  ],
  chapters: [
    {
      id: 'rule',
      beats: [
        {
          id: 'nodes',
          at: /daemonset-controller\/decide\/default\/agent\/daemonset.create-pods$/,
        },
        { id: 'scheduled', at: /^kube-scheduler\/filter\/default\/agent-/ },
        { id: 'each', at: /^kubectl\/print~2$/ },
      ],
      covers: [],
    },
    {
      id: 'change',
      beats: [
        { id: 'cordon', at: /^person\/enter~3$/ },
        { id: 'again', at: /^kubectl\/print~5$/, ask: { right: 1 } },
        { id: 'label', at: /^person\/enter~6$/ },
        { id: 'two', at: /^kubectl\/print~7$/, ask: { right: 2 } },
      ],
      covers: [],
    },
  ],
};
