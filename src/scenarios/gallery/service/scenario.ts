/** From `expose` to the first answer: endpoints, iptables rules, and the hops of a packet. */
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
  id: 'service',
  scenario: 'three-members',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 7, line: 'kubectl expose deployment web --port=80' },
    { after: 1, line: 'kubectl apply -f -', stdin: client },
    { after: 4, line: 'kubectl exec client -- wget -qO- -T 2 web' },
    { after: 2, line: 'kubectl get services,endpointslices' },
    { after: 1, line: 'kubectl delete deployment web' },
    { after: 40, line: 'kubectl exec client -- wget -qO- -T 2 web' },
  ],
  chapters: [
    {
      id: 'address',
      beats: [
        { id: 'ip', at: /^etcd\/commit\/services\/specs\/default\/web$/, ask: { right: 2 } },
        { id: 'slice', at: /^etcd\/commit\/endpointslices\/default\/web-\w+$/ },
        { id: 'rules', fact: { type: 'ProxyRulesSynced', says: /default\/web/ } },
      ],
      covers: [],
    },
    {
      id: 'packet',
      beats: [
        { id: 'name', at: /^person\/enter~4$/ },
        { id: 'answered', fact: { type: 'DnsAnswered', says: 'NOERROR' } },
        {
          id: 'translated',
          fact: { type: 'PacketHop', says: ['translated', /^10\.244\..*:80|^:?80$|KUBE-S/] },
          ask: { right: 1 },
        },
        { id: 'reply', at: /^kubectl\/print~4$/ },
        { id: 'seen', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'nobody',
      beats: [
        { id: 'empty', at: /^person\/enter~7$/ },
        { id: 'refused', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
  ],
};
