/** A rollout under a client's load, twice: it loses requests, and then it loses none. */
import type { Tour } from '../../tours/tour.ts';

/** What keeps requests: ask before it counts, and wait before it ends. */
const careful = `
        readinessProbe:
          httpGet:
            port: 80
          periodSeconds: 1
        lifecycle:
          preStop:
            sleep:
              seconds: 5`;

const shop = (image: string, maxUnavailable: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 4
  strategy:
    rollingUpdate:
      maxUnavailable: ${maxUnavailable}
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
      - name: nginx
        image: ${image}${more}
`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  clusterIP: 10.96.0.50
  selector:
    app: shop
  ports:
  - port: 80
`;

/** Asks so many times and counts what fails; the address needs no DNS. */
const client = (name: string, requests: number): string =>
  `kubectl run ${name} --image=busybox:1.36 --restart=Never -- sh -c '` +
  `n=0; lost=0; while [ $n -lt ${requests} ]; do n=$((n+1)); ` +
  `wget -q -O /dev/null -T 1 http://10.96.0.50 || lost=$((lost+1)); sleep 0.02; done; ` +
  `echo "$n requests, $lost lost"'`;

/** The first old Pod that goes in the second rollout. */
const leaving = 'default/shop-6c67bcb5cc-vdgqx';

export const tour: Tour = {
  id: 'rollout-without-loss',
  scenario: 'empty-cluster',
  drive: [
    { line: 'kubectl apply -f -', stdin: `${shop('nginx:1.28', '25%')}---\n${service}` },
    { after: 12, line: client('first', 300) },
    { after: 2, line: 'kubectl set image deployment shop nginx=nginx:1.29' },
    { after: 15, line: 'kubectl logs first' },
    { after: 1, line: 'kubectl apply -f -', stdin: shop('nginx:1.29', '0', careful) },
    { after: 15, line: client('second', 500) },
    { after: 2, line: 'kubectl set image deployment shop nginx=nginx:1.28' },
    { after: 17, line: 'kubectl logs second' },
  ],
  chapters: [
    {
      id: 'loses',
      beats: [
        { id: 'client', at: /^person\/enter~2$/ },
        { id: 'change', at: /^etcd\/commit\/deployments\/default\/shop~9$/ },
        { id: 'ready', at: /^etcd\/commit\/pods\/default\/shop-59456556cd-\w+~5$/ },
        { id: 'marked', fact: { type: 'PodConfigChanged', says: ['DELETE', /\/shop-/] } },
        {
          id: 'exit',
          fact: { type: 'ProcessExited', says: [/\/shop-/, 'nginx'] },
          ask: { right: 1 },
        },
        { id: 'stale', fact: { type: 'NetfilterChanged', component: /^node-2\/kernel$/ } },
        { id: 'lost', fact: { type: 'ConnectionAnswered', says: 'ECONNREFUSED' } },
        { id: 'clean', fact: { type: 'NetfilterChanged', component: /^node-2\/kernel$/ } },
        { id: 'count', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'keeps',
      beats: [
        { id: 'apply', at: /^etcd\/commit\/deployments\/default\/shop~28$/ },
        { id: 'again', at: /^person\/enter~7$/ },
        { id: 'ready', fact: { type: 'ProbeRan', says: ['success', /\/shop-778dbfd976-/] } },
        { id: 'marked', fact: { type: 'PodConfigChanged', says: ['DELETE', leaving] } },
        {
          id: 'answered',
          fact: { type: 'PacketHop', says: ['received', leaving] },
          ask: { right: 1 },
        },
        { id: 'rules', fact: { type: 'NetfilterChanged', component: /^node-1\/kernel$/ } },
        { id: 'exit', fact: { type: 'ProcessExited', says: leaving } },
        { id: 'count', at: /^kubectl\/print~8$/ },
      ],
      covers: [],
    },
  ],
};
