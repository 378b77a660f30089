/** Topology spread over two zones; one zone closes for a while. */
import type { Tour } from '../../tours/tour.ts';

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 4
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: topology.kubernetes.io/zone
        whenUnsatisfiable: DoNotSchedule
        labelSelector:
          matchLabels:
            app: web
      containers:
      - name: web
        image: nginx:1.28
`;
const zone = (node: string, name: string): string =>
  `kubectl label node ${node} topology.kubernetes.io/zone=${name}`;

export const tour: Tour = {
  id: 'affinity',
  scenario: 'create-deployment',
  drive: [
    { line: zone('node-1', 'a') },
    { after: 0.3, line: zone('node-2', 'b') },
    { after: 0.3, line: zone('node-3', 'b') },
    { after: 1, line: 'kubectl apply -f -', stdin: web },
    { after: 4, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl cordon node-1' },
    { after: 1, line: 'kubectl scale deployment web --replicas=6' },
    { after: 3, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl uncordon node-1' },
    { after: 3, line: 'kubectl get pods -o wide' },
  ],
  chapters: [
    {
      id: 'spread',
      beats: [
        { id: 'zones', at: /^person\/enter~3$/ },
        { id: 'first', at: /^kube-scheduler\/score\/default\/web-/ },
        { id: 'listed', at: /^kubectl\/print~5$/, ask: { right: 1 } },
      ],
      covers: [],
    },
    {
      id: 'wait',
      beats: [
        { id: 'closed', at: /^person\/enter~7$/ },
        { id: 'fails', at: /^kube-scheduler\/fail\/default\/web-/, ask: { right: 2 } },
        { id: 'pending', at: /^kubectl\/print~8$/ },
        { id: 'wakes', at: /^kube-scheduler\/select\/default\/web-/ },
        { id: 'placed', at: /^kubectl\/print~10$/ },
      ],
      covers: [],
    },
  ],
};
