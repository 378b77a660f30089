/** Why a Pod waits for a node, and what ends the waiting. */
import type { Tour } from './tour.ts';

const big = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: big
spec:
  replicas: 1
  selector:
    matchLabels:
      app: big
  template:
    metadata:
      labels:
        app: big
    spec:
      containers:
      - name: nginx
        image: nginx:1.28
        resources:
          requests:
            cpu: "64"
`;

const placed = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: placed
spec:
  replicas: 3
  selector:
    matchLabels:
      app: placed
  template:
    metadata:
      labels:
        app: placed
    spec:
      nodeSelector:
        disk: ssd
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/hostname
            labelSelector:
              matchLabels:
                app: placed
        nodeAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 1
            preference:
              matchExpressions:
              - key: topology.kubernetes.io/zone
                operator: In
                values: [a]
      tolerations:
      - key: dedicated
        operator: Equal
        value: db
        effect: NoSchedule
      containers:
      - name: nginx
        image: nginx:1.28
`;

export const tour: Tour = {
  id: 'pending',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: big },
    { after: 10, line: 'kubectl delete deployment big' },
    { after: 20, line: 'kubectl apply -f -', stdin: placed },
    { after: 15, line: 'kubectl label node node-2 disk=ssd' },
    { after: 15, line: 'kubectl taint node node-3 dedicated=db:NoSchedule' },
    { after: 15, line: 'kubectl label node node-3 disk=ssd' },
    { after: 15, line: 'kubectl get pods -o wide' },
  ],
  chapters: [
    {
      id: 'no-room',
      beats: [
        { id: 'asked', at: /^kube-scheduler\/pop\/default\/big-/ },
        { id: 'filter', at: /^kube-scheduler\/filter\/default\/big-/ },
        { id: 'preemption', at: /^kube-scheduler\/post-filter\/default\/big-/, ask: { right: 1 } },
        { id: 'waits', at: /^kube-scheduler\/queue\/default\/big-/ },
      ],
      covers: ['000.scheduler.resources', '003.scheduler.capacity'],
    },
    {
      id: 'constraints',
      beats: [
        { id: 'rules', at: /^etcd\/commit\/pods\/default\/placed-/ },
        { id: 'selector', at: /^kube-scheduler\/fail\/default\/placed-/ },
        { id: 'label', at: /^kube-scheduler\/select\/default\/placed-/, ask: { right: 1 } },
        { id: 'anti-affinity', at: /^kube-scheduler\/fail\/default\/placed-/ },
        { id: 'taint', at: /^kubectl\/receive\/nodes\/node-3~2$/ },
        { id: 'tolerated', at: /^kube-scheduler\/select\/default\/placed-/ },
      ],
      covers: [
        '000.scheduler.constraints',
        '000.scheduler.affinity',
        '000.scheduler.locality',
        '000.scheduler.interference',
        '000.scheduler.deadlines',
      ],
    },
  ],
};
