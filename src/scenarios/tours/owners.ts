/** Who goes with whom when something is deleted, and who takes up what is left. */
import type { Tour } from './tour.ts';

/** A ReplicaSet of one Pod, and the label by which it finds it. */
const replicaSet = (name: string, app: string): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: ${name}
spec:
  replicas: 1
  selector:
    matchLabels:
      app: ${app}
  template:
    metadata:
      labels:
        app: ${app}
    spec:
      containers:
      - name: nginx
        image: nginx:1.28
`;
/** Found at the start of the controller manager, both at once: neither has heard of the other. */
const rivals = `${replicaSet('rs-a', 'wanted')}---
${replicaSet('rs-b', 'wanted')}`;

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
    { after: 15, line: 'kubectl apply -f -', stdin: replicaSet('adopter', 'loose') },
    { after: 15, line: 'kubectl get replicasets,pods' },
    { after: 5, line: 'kubectl run wanted --image=nginx:1.28 --labels=app=wanted' },
    { after: 15, action: 'stop_component kcm' },
    { after: 5, line: 'kubectl apply -f -', stdin: rivals },
    { after: 5, action: 'start_component kcm' },
    { after: 40, line: 'kubectl get replicasets,pods' },
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
    {
      id: 'race',
      beats: [
        { id: 'both', at: /\/replicaset-controller\/send\/pods\/default\/wanted~2$/ },
        {
          id: 'refused',
          at: /\/replicaset-controller\/receive\/pods\/default\/wanted/,
          ask: { right: 1 },
        },
        { id: 'own', at: /\/decide\/default\/rs-[ab]\/replicaset\.create-pods$/ },
      ],
      covers: ['003.owners.race'],
    },
  ],
};
