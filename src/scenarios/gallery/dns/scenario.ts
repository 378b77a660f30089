/** Names inside a cluster: who answers, and why one name is several questions. */
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

export const tour: Tour = {
  id: 'dns',
  scenario: 'three-members',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28' },
    { after: 0.5, line: 'kubectl expose deployment web --port=80' },
    { after: 1, line: 'kubectl apply -f -', stdin: client },
    { after: 4, line: 'kubectl exec client -- cat /etc/resolv.conf' },
    { after: 1, line: 'kubectl exec client -- wget -qO- -T 2 web' },
    { after: 1, line: 'kubectl exec client -- nslookup nothing.default.svc.cluster.local' },
    { after: 1, line: 'kubectl exec client -- wget -qO- -T 2 example.com' },
  ],
  chapters: [
    {
      id: 'short',
      beats: [
        { id: 'service', at: /^etcd\/commit\/services\/specs\/default\/web$/ },
        { id: 'file', at: /^kubectl\/print~4$/ },
        {
          id: 'search',
          fact: { type: 'DnsAnswered', says: [/^web\.default/, 'NOERROR'] },
          ask: { right: 0 },
        },
        { id: 'reached', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'long',
      beats: [
        { id: 'nothing', fact: { type: 'DnsAnswered', says: [/^nothing/, 'NXDOMAIN'] } },
        { id: 'outside', at: /^person\/enter~7$/ },
        {
          id: 'tried',
          fact: { type: 'DnsAnswered', says: [/^example\.com\.default/, 'NXDOMAIN'] },
          ask: { right: 2 },
        },
        { id: 'failed', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
  ],
};
