/** Preemption: who is chosen, who deletes, and what the waiting Pod holds meanwhile. */
import type { Tour } from '../../tours/tour.ts';

const podOf = (name: string, priority: string, cpu: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  priorityClassName: ${priority}
  terminationGracePeriodSeconds: 2
  nodeSelector:
    kubernetes.io/hostname: node-1
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
    resources:
      requests:
        cpu: ${cpu}
`;

export const tour: Tour = {
  id: 'preemption',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create priorityclass low --value=10' },
    { after: 0.5, line: 'kubectl create priorityclass high --value=1000' },
    { after: 0.5, line: 'kubectl apply -f -', stdin: podOf('patient', 'low', '1500m') },
    { after: 3, line: 'kubectl apply -f -', stdin: podOf('urgent', 'high', '"1"') },
    { after: 8, line: 'kubectl get pods' },
    { after: 1, line: 'kubectl get events' },
  ],
  chapters: [
    {
      id: 'no-room',
      beats: [
        { id: 'numbers', at: /^kube-apiserver\/mutate\/pods\/default$/ },
        { id: 'patient', at: /^kube-scheduler\/bind\/default\/patient$/ },
        { id: 'urgent', at: /^kube-scheduler\/filter\/default\/urgent$/, ask: { right: 1 } },
        { id: 'victim', at: /^kube-scheduler\/post-filter\/default\/urgent$/ },
      ],
      covers: [],
    },
    {
      id: 'after',
      beats: [
        { id: 'deleted', at: /^etcd\/commit\/pods\/default\/patient~6$/ },
        {
          id: 'nominated',
          at: /^etcd\/commit\/pods\/default\/urgent~2$/,
          ask: { before: /^kube-scheduler\/filter\/default\/urgent~2$/, right: 2 },
        },
        { id: 'tried', at: /^kube-scheduler\/select\/default\/urgent$/ },
        { id: 'runs', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
  ],
};
