/** How kube-proxy's three modes write Services, and how many rules the first packet meets. */
import type { Tour } from '../../tours/tour.ts';

const pods = `apiVersion: v1
kind: Pod
metadata:
  name: server
  labels:
    app: server
spec:
  nodeName: node-1
  containers:
  - name: nginx
    image: nginx:1.28
---
apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  nodeName: node-1
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
`;

const service = (name: string, clusterIP: string): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  clusterIP: ${clusterIP}
  selector:
    app: server
  ports:
  - port: 80
`;

const hundred = Array.from({ length: 100 }, (_, n) =>
  service(`shop-${String(n + 1).padStart(3, '0')}`, `10.96.1.${n + 1}`),
).join('---\n');

const asks = (address: string): string =>
  `kubectl exec client -- wget -q -O /dev/null -T 2 http://${address}`;
const last = '10.96.1.100';

/** As an administrator does it: the mode in the configuration of each node, and a restart. */
const inMode = (mode: string) =>
  [1, 2, 3].map((node) => ({
    after: node === 1 ? 3 : 0,
    action: `set_proxy_mode ${node} ${mode}`,
  }));

const onNode = { type: 'NetfilterChanged', component: /^node-1\/kernel$/ } as const;
/** What a tool of the node printed. */
const shows = (text: RegExp) => ({ type: 'OutputPrinted', says: ['person/ssh', text] }) as const;
const arrived = { type: 'PacketHop', says: ['received', 'default/server'] } as const;

export const tour: Tour = {
  id: 'proxy-modes',
  scenario: 'empty-cluster',
  drive: [
    { line: 'kubectl apply -f -', stdin: pods },
    { after: 6, line: 'kubectl apply -f -', stdin: service('web', '10.96.0.50') },
    { after: 3, line: 'ssh node-1 "sudo iptables-save -t nat | grep default/web"' },
    { after: 2, line: asks('10.96.0.50') },
    { after: 2, line: 'kubectl apply -f -', stdin: hundred },
    { after: 12, line: asks(last) },
    ...inMode('nftables'),
    { after: 3, line: 'ssh node-1 "sudo nft list table ip kube-proxy | grep 10.96.1.100"' },
    { after: 2, line: asks(last) },
    ...inMode('ipvs'),
    { after: 3, line: 'ssh node-1 "sudo ipvsadm -Ln | grep 10.96.1.100"' },
    { after: 2, line: asks(last) },
  ],
  chapters: [
    {
      id: 'list',
      beats: [
        { id: 'service', at: /^etcd\/commit\/services\/specs\/default\/web$/ },
        { id: 'rules', fact: { ...onNode, says: 'nat' } },
        { id: 'shown', fact: shows(/KUBE-SERVICES/) },
        { id: 'packet', fact: arrived },
        { id: 'hundred', at: /^person\/enter~5$/ },
        { id: 'long', fact: arrived, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'map',
      beats: [
        { id: 'mode', at: /^person\/act\/set_proxy_mode\/1$/ },
        { id: 'clean', fact: { ...onNode, says: 'nat' } },
        { id: 'table', fact: { ...onNode, says: 'ip kube-proxy' } },
        { id: 'element', fact: shows(/goto/) },
        { id: 'lookup', fact: arrived, ask: { right: 0 } },
      ],
      covers: [],
    },
    {
      id: 'server',
      beats: [
        { id: 'mode', at: /^person\/act\/set_proxy_mode\/1~2$/ },
        { id: 'sets', fact: { ...onNode, says: 'nat' } },
        { id: 'listed', fact: shows(/rr/) },
        {
          id: 'chosen',
          fact: { type: 'PacketHop', says: 'translated' },
          cast: ['node-1/pods/default/client'],
        },
        {
          id: 'sum',
          fact: arrived,
          cast: ['node-1/pods/default/server'],
          ask: { right: 1 },
        },
      ],
      covers: [],
    },
  ],
};
