/** The Gateway API: a class, a Gateway, a route with weights, and what each of them is told. */
import type { Tour } from '../../tours/tour.ts';

const gateway = `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  name: edge
spec:
  gatewayClassName: traefik
  listeners:
  - name: http
    protocol: HTTP
    port: 80
`;

const route = (newer: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: shop
spec:
  parentRefs:
  - name: edge
  hostnames:
  - shop.example
  rules:
  - backendRefs:
    - name: shop
      port: 80
      weight: 3
    - name: ${newer}
      port: 80
      weight: 1
`;

const asks =
  "curl -s -o /dev/null -w '%{http_code}\\n' -H 'Host: shop.example' http://172.30.255.1/";

export const tour: Tour = {
  id: 'gateway-api',
  scenario: 'with-gateway',
  drive: [
    { line: 'kubectl create deployment shop --image=nginx:1.28' },
    { after: 2, line: 'kubectl expose deployment shop --port=80' },
    { after: 1, line: 'kubectl create deployment shop-new --image=httpd:2.4' },
    { after: 2, line: 'kubectl expose deployment shop-new --port=80' },
    { after: 8, line: 'kubectl apply -f -', stdin: gateway },
    { after: 3, line: 'kubectl get gateway edge' },
    { after: 2, line: 'kubectl apply -f -', stdin: route('shop-new') },
    { after: 4, line: asks },
    { after: 1, line: asks },
    { after: 1, line: asks },
    { after: 1, line: asks },
    { after: 2, line: 'kubectl apply -f -', stdin: route('shop-newer') },
    { after: 5, line: asks },
    { after: 1, line: asks },
    { after: 1, line: asks },
    { after: 1, line: asks },
    { after: 1, line: 'kubectl describe httproute shop' },
  ],
  chapters: [
    {
      id: 'kinds',
      beats: [
        {
          id: 'gateway',
          at: /^etcd\/commit\/gateway\.networking\.k8s\.io\/gateways\/default\/edge$/,
        },
        {
          id: 'told',
          at: /^etcd\/commit\/gateway\.networking\.k8s\.io\/gateways\/default\/edge~2$/,
          ask: { right: 1 },
        },
        { id: 'address', at: /^kubectl\/print~6$/ },
        {
          id: 'route',
          at: /^etcd\/commit\/gateway\.networking\.k8s\.io\/httproutes\/default\/shop$/,
        },
        { id: 'served', fact: { type: 'ProxyConfigured', says: /shop\.example/ } },
      ],
      covers: [],
    },
    {
      id: 'way',
      beats: [
        { id: 'balanced', fact: { type: 'PacketHop', says: 'balanced' } },
        { id: 'proxy', fact: { type: 'PacketHop', says: ['received', /^traefik\/traefik-/] } },
        { id: 'first', fact: { type: 'RequestProxied', says: 'default/shop' } },
        { id: 'fourth', at: /^person\/enter~11$/ },
        {
          id: 'newer',
          fact: { type: 'RequestProxied', says: 'default/shop-new' },
          ask: { right: 2 },
        },
      ],
      covers: [],
    },
    {
      id: 'wrong',
      beats: [
        {
          id: 'typo',
          at: /^etcd\/commit\/gateway\.networking\.k8s\.io\/httproutes\/default\/shop~3$/,
        },
        {
          id: 'refs',
          at: /^etcd\/commit\/gateway\.networking\.k8s\.io\/httproutes\/default\/shop~4$/,
        },
        { id: 'still', fact: { type: 'RequestProxied', says: 'default/shop' } },
        {
          id: 'lost',
          fact: { type: 'RequestProxied', says: 'default/shop-newer' },
          ask: { right: 0 },
        },
      ],
      covers: [],
    },
  ],
};
