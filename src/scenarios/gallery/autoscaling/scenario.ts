/** An autoscaler adds Pods under load, and takes them away five minutes after the load is gone. */
import type { Tour } from '../../tours/tour.ts';

const server = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: php-apache
spec:
  selector:
    matchLabels:
      run: php-apache
  template:
    metadata:
      labels:
        run: php-apache
    spec:
      containers:
      - name: php-apache
        image: registry.k8s.io/hpa-example
        resources:
          requests:
            cpu: 100m
          limits:
            cpu: 500m
`;

const asks = (name: string, pause: number): string =>
  `kubectl run ${name} --image=busybox:1.36 -- ` +
  `sh -c "while sleep ${pause}; do wget -q -O- http://php-apache; done"`;

const stepOf = (n: number): RegExp =>
  new RegExp(`^etcd/commit/horizontalpodautoscalers/default/php-apache~${n}$`);

export const tour: Tour = {
  id: 'autoscaling',
  scenario: 'everyday',
  drive: [
    { line: 'kubectl apply -f -', stdin: server },
    { after: 1, line: 'kubectl expose deployment php-apache --port=80' },
    { after: 1, line: 'kubectl autoscale deployment php-apache --cpu=50% --min=1 --max=10' },
    { after: 33, line: 'kubectl get hpa' },
    { after: 1, line: asks('load', 0.06) },
    { after: 62, line: 'kubectl get hpa' },
    { after: 1, line: asks('more', 2) },
    { after: 27, line: 'kubectl delete pods load more --grace-period=1' },
    { after: 340, line: 'kubectl describe hpa php-apache' },
  ],
  chapters: [
    {
      id: 'measure',
      beats: [
        { id: 'rule', at: /^etcd\/commit\/horizontalpodautoscalers\/default\/php-apache$/ },
        {
          id: 'scrape',
          fact: { type: 'RequestSent', component: /^metrics-server$/, says: '/metrics/resource' },
        },
        { id: 'nothing', at: stepOf(2), ask: { right: 2 } },
        { id: 'idle', at: stepOf(3) },
      ],
      covers: [],
    },
    {
      id: 'up',
      beats: [
        { id: 'load', at: /^person\/enter~5$/ },
        { id: 'late', at: stepOf(4) },
        {
          id: 'limit',
          at: /^etcd\/commit\/deployments\/default\/php-apache~6$/,
          ask: { right: 1 },
        },
        { id: 'again', at: stepOf(6) },
        { id: 'more', at: /^person\/enter~7$/ },
        { id: 'enough', at: stepOf(9), ask: { right: 1 } },
      ],
      covers: [],
    },
    {
      id: 'down',
      beats: [
        { id: 'end', at: /^person\/enter~8$/ },
        { id: 'wait', at: stepOf(10), ask: { right: 2 } },
        { id: 'fewer', at: stepOf(11) },
        { id: 'told', at: /^kubectl\/print~9$/ },
      ],
      covers: [],
    },
  ],
};
