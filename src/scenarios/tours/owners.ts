/** Who goes with whom when something is deleted, and who takes up what is left. */
import type { Tour } from './tour.ts';

const adopter = `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: adopter
spec:
  replicas: 1
  selector:
    matchLabels:
      app: loose
  template:
    metadata:
      labels:
        app: loose
    spec:
      containers:
      - name: nginx
        image: nginx:1.28
`;

export const tour: Tour = {
  id: 'owners',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment first --image=nginx:1.28 --replicas=2' },
    { after: 15, line: 'kubectl delete deployment first' },
    { after: 45, line: 'kubectl create deployment second --image=nginx:1.28 --replicas=2' },
    { after: 15, line: 'kubectl delete deployment second --cascade=foreground' },
    { after: 45, line: 'kubectl create deployment third --image=nginx:1.28' },
    { after: 15, line: 'kubectl delete deployment third --cascade=orphan' },
    { after: 15, line: 'kubectl get deployments,replicasets,pods' },
    { after: 5, line: 'kubectl create deployment fourth --image=nginx:1.28' },
    { after: 15, line: 'kubectl label pods -l app=fourth app=other --overwrite' },
    { after: 15, line: 'kubectl get pods --show-labels' },
    { after: 5, line: 'kubectl run loose --image=nginx:1.28 --labels=app=loose' },
    { after: 15, line: 'kubectl apply -f -', stdin: adopter },
    { after: 15, line: 'kubectl get replicasets,pods' },
  ],
  chapters: [
    {
      id: 'cascade',
      beats: [
        { id: 'chain', at: /^person\/enter~2$/ },
        {
          id: 'background',
          at: /^etcd\/commit\/deployments\/default\/first~\d+$/,
          ask: { right: 2 },
        },
        { id: 'collector', at: /\/garbage-collector-controller\/send\/replicasets\/.*\/first-/ },
        { id: 'foreground', at: /^kubectl\/send\/deployments\/default\/second$/ },
        { id: 'last', at: /\/garbage-collector-controller\/send\/deployments\/.*\/second/ },
      ],
      covers: ['003.owners.cascade'],
    },
    {
      id: 'orphans',
      beats: [
        { id: 'orphan', at: /^kubectl\/send\/deployments\/default\/third$/ },
        { id: 'left', at: /\/garbage-collector-controller\/send\/replicasets\/.*\/third-/ },
        {
          id: 'released',
          at: /\/replicaset-controller\/send\/pods\/default\/fourth-\w+-\w+$/,
          ask: { right: 1 },
        },
        { id: 'replaced', at: /^etcd\/commit\/pods\/default\/fourth-\w+-\w+$/ },
        { id: 'adopted', at: /\/decide\/default\/adopter\/controller\.adopt$/ },
        { id: 'owner', at: /^etcd\/commit\/pods\/default\/loose~\d+$/ },
      ],
      covers: ['003.owners.isolation', '003.owners.orphans', '003.owners.adoption'],
    },
  ],
};
