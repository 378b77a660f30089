/** A default-deny policy, a blocked request and an allowed one, on a cluster that enforces them. */
import type { Tour } from '../../tours/tour.ts';

const client = (name: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
`;

const denyAll = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: deny-all
spec:
  podSelector: {}
  policyTypes: [Ingress]
`;

const allowFriend = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: allow-friend
spec:
  podSelector:
    matchLabels:
      app: web
  ingress:
  - from:
    - podSelector:
        matchLabels:
          app: friend
    ports:
    - port: 80
`;

const ask = (pod: string): string => `kubectl exec ${pod} -- wget -qO- -T 3 web`;

export const tour: Tour = {
  id: 'network-policy',
  scenario: 'network-policies',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28' },
    { after: 0.5, line: 'kubectl expose deployment web --port=80' },
    { after: 1, line: 'kubectl apply -f -', stdin: client('friend') },
    { after: 3, line: 'kubectl apply -f -', stdin: client('stranger') },
    { after: 8, line: ask('friend') },
    { after: 1, line: 'kubectl apply -f -', stdin: denyAll },
    { after: 2, line: ask('friend') },
    { after: 5, line: 'kubectl apply -f -', stdin: allowFriend },
    { after: 2, line: ask('friend') },
    { after: 1, line: ask('stranger') },
  ],
  chapters: [
    {
      id: 'open',
      beats: [
        { id: 'asks', at: /^person\/enter~5$/ },
        { id: 'page', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'closed',
      beats: [
        { id: 'stored', at: /^etcd\/commit\/networkpolicies\/default\/deny-all$/ },
        { id: 'rules', fact: { type: 'PolicyRulesSynced', says: /deny-all/ } },
        { id: 'dropped', fact: { type: 'PacketHop', says: 'dropped' }, ask: { right: 1 } },
        { id: 'timeout', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
    {
      id: 'allowed',
      beats: [
        { id: 'second', at: /^etcd\/commit\/networkpolicies\/default\/allow-friend$/ },
        {
          id: 'passes',
          fact: { type: 'PacketHop', says: ['filtered', /knp\.default\.allow-friend/] },
        },
        { id: 'answer', at: /^kubectl\/print~9$/, ask: { right: 0 } },
        { id: 'stranger', fact: { type: 'PacketHop', says: 'dropped' } },
        { id: 'still', at: /^kubectl\/print~10$/ },
      ],
      covers: [],
    },
  ],
};
