/** What sessionAffinity changes in the rules, and what a client sees of it. */
import type { Tour } from '../../tours/tour.ts';

const client = `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
`;

const four = `sh -c 'for i in 1 2 3 4 5 6; do wget -qO- -T 2 web; done'`;

export const tour: Tour = {
  id: 'session-affinity',
  scenario: 'three-members',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    { after: 3, line: 'kubectl expose deployment web --port=80' },
    { after: 1, line: 'kubectl apply -f -', stdin: client },
    { after: 4, line: `kubectl exec client -- ${four}` },
    { after: 3, line: `kubectl patch service web -p '{"spec":{"sessionAffinity":"ClientIP"}}'` },
    { after: 3, line: `kubectl exec client -- ${four}` },
  ],
  chapters: [
    {
      id: 'chance',
      beats: [
        { id: 'rules', fact: { type: 'ProxyRulesSynced', says: /default\/web/ } },
        { id: 'six', at: /^person\/enter~4$/ },
        { id: 'drawn', at: /^kubectl\/print~4$/, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'memory',
      beats: [
        { id: 'patch', at: /^etcd\/commit\/services\/specs\/default\/web~2$/ },
        { id: 'recent', fact: { type: 'ProxyRulesSynced', says: /default\/web/ } },
        { id: 'same', at: /^kubectl\/print~6$/, ask: { right: 0 } },
      ],
      covers: [],
    },
  ],
};
