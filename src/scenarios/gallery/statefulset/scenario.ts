/** Three Pods in order, one that is deleted and comes back as itself, and two that go. */
import type { Tour } from '../../tours/tour.ts';

const db = `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  clusterIP: None
  selector:
    app: db
  ports:
  - port: 80
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
  serviceName: db
  replicas: 3
  selector:
    matchLabels:
      app: db
  template:
    metadata:
      labels:
        app: db
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: db
        image: nginx:1.28
`;

export const tour: Tour = {
  id: 'statefulset',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: db },
    { after: 20, line: 'kubectl get pods' },
    { after: 1, line: 'kubectl delete pod db-1' },
    { after: 6, line: 'kubectl get pods' },
    { after: 1, line: 'kubectl scale statefulset db --replicas=1' },
    { after: 8, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'up',
      beats: [
        { id: 'set', at: /^etcd\/commit\/statefulsets\/default\/db$/ },
        { id: 'zero', at: /^etcd\/commit\/pods\/default\/db-0$/ },
        {
          id: 'one',
          fact: { type: 'TxnCommitted', says: '/registry/pods/default/db-1' },
          ask: { right: 1 },
        },
        { id: 'three', at: /^kubectl\/print~2$/ },
      ],
      covers: [],
    },
    {
      id: 'same',
      beats: [
        { id: 'deleted', at: /^person\/enter~3$/ },
        {
          id: 'wait',
          at: /^node-\d\/containerd\/process-exited\/default\/db-1$/,
          ask: { right: 2 },
        },
        { id: 'again', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'down',
      beats: [
        {
          id: 'last-first',
          at: /statefulset-controller\/decide\/default\/db\/statefulset.delete-pod$/,
        },
        { id: 'left', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
