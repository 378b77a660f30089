/** The third text: the components, their heartbeats and their roads. */
import { cluster } from './components-cluster.ts';
import { roads } from './components-roads.ts';
import { work } from './components-work.ts';
import type { Tour } from './tour.ts';

/** For containers that name no limits, and the most that they may name. */
const limits = `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
  namespace: team
spec:
  limits:
  - type: Container
    default: {cpu: 200m}
    max: {cpu: "1"}
  - type: Pod
    max: {cpu: "1"}
`;

/** One container, asked in three ways. */
const health = `apiVersion: v1
kind: Pod
metadata:
  name: health
spec:
  containers:
  - name: web
    image: nginx:1.28
    startupProbe:
      httpGet: {path: /, port: 80}
      periodSeconds: 2
    livenessProbe:
      tcpSocket: {port: 80}
      periodSeconds: 5
    readinessProbe:
      exec:
        command: ["true"]
      periodSeconds: 5
`;

/** What the client does for ever. */
const again = 'while true; do wget -qO- web; sleep 15; done';

export const tour: Tour = {
  id: 'components',
  scenario: 'three-members',
  drive: [
    { line: 'kubectl get nodes -o wide' },
    { after: 5, line: 'kubectl create namespace team' },
    { after: 5, line: 'kubectl create quota two-pods --hard=pods=2 -n team' },
    { after: 5, line: 'kubectl apply -f -', stdin: limits },
    { after: 5, line: 'kubectl run a --image=nginx:1.27 -n team' },
    { after: 25, line: 'kubectl describe node node-1' },
    { after: 5, line: 'kubectl delete namespace team' },
    { after: 60, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    { after: 15, line: 'kubectl apply -f -', stdin: health },
    { after: 30, line: 'kubectl top nodes' },
    { after: 5, line: 'kubectl expose deployment web --port=80' },
    {
      after: 8,
      line: `kubectl run client --image=busybox --restart=Never -- sh -c "${again}"`,
    },
    {
      after: 10,
      line: 'kubectl exec client -- sh -c "for i in 1 2 3 4 5 6; do wget -qO- web; done"',
    },
    { after: 10, line: 'kubectl get endpointslices' },
    { after: 5, line: 'kubectl get deployment web' },
    { after: 10, action: 'stop_component etcd/m2' },
    { after: 10, line: 'kubectl scale deployment web --replicas=4' },
    { after: 10, action: 'stop_component etcd/m3' },
    { after: 10, line: 'kubectl scale deployment web --replicas=2' },
    { after: 40, action: 'start_component etcd/m2' },
    { after: 10, action: 'start_component etcd/m3' },
    { after: 30, line: 'kubectl get pods -o wide' },
  ],
  chapters: [...cluster, ...work, ...roads],
};
