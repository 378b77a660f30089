/** One request from outside: load balancer, node, ingress controller, Pod, and back. */
import type { Tour } from '../../tours/tour.ts';

const asks = (host: string): string => `curl -s -H 'Host: ${host}' http://172.30.255.1/`;

export const tour: Tour = {
  id: 'request-from-outside',
  scenario: 'with-ingress',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 7, line: 'kubectl expose deployment web --port=80' },
    { after: 1, line: "kubectl create ingress web --rule='shop.example/*=web:80'" },
    { after: 6, line: 'kubectl get services --all-namespaces' },
    { after: 1, line: asks('shop.example') },
    { after: 2, line: asks('other.example') },
    { after: 1, line: 'kubectl scale deployment web --replicas=0' },
    { after: 8, line: asks('shop.example') },
    { after: 50, line: 'kubectl get ingress web' },
  ],
  chapters: [
    {
      id: 'door',
      beats: [
        { id: 'rule', at: /^etcd\/commit\/ingress\/default\/web$/ },
        { id: 'reload', fact: { type: 'ProxyConfigured', says: /shop\.example/ } },
        { id: 'address', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'way',
      beats: [
        { id: 'balanced', fact: { type: 'PacketHop', says: 'balanced' }, ask: { right: 1 } },
        { id: 'node', fact: { type: 'PacketHop', says: ['translated', /loadbalancer IP/] } },
        {
          id: 'pod',
          fact: { type: 'PacketHop', says: ['received', /^default\/web-/] },
          ask: { right: 2 },
        },
        { id: 'proxied', fact: { type: 'RequestProxied', says: 'default/web' } },
        { id: 'answer', fact: { type: 'OutputPrinted', says: ['person/curl', /Welcome/] } },
      ],
      covers: [],
    },
    {
      id: 'no',
      beats: [
        { id: 'unknown', fact: { type: 'RequestProxied', says: 'other.example' } },
        { id: 'gone', at: /^person\/enter~8$/, ask: { right: 1 } },
        { id: 'empty', fact: { type: 'RequestProxied', says: 'shop.example' } },
        { id: 'written', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
