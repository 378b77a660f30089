/**
 * The long text, section by section: a Deployment of three replicas down to the binding, then a
 * Pod with all kinds of containers on its node, and a packet from node to node.
 */
import { client } from './full-walk-client.ts';
import { control } from './full-walk-control.ts';
import { node } from './full-walk-node.ts';
import { server } from './full-walk-server.ts';
import type { Tour } from './tour.ts';

/** No scheduler of this cluster answers to that name. */
const other = `apiVersion: v1
kind: Pod
metadata:
  name: other
spec:
  schedulerName: second
  containers:
  - name: nginx
    image: nginx
`;

/** On node-2, so that the first Pod of node-1 is on another node. */
const app = `apiVersion: v1
kind: Pod
metadata:
  name: app
spec:
  nodeSelector:
    kubernetes.io/hostname: node-2
  volumes:
  - name: work
    emptyDir: {}
  initContainers:
  - name: setup
    image: busybox:1.36
    command: [sh, -c, "echo hello > /data/hello"]
    volumeMounts:
    - name: work
      mountPath: /data
  - name: logger
    image: busybox:1.36
    restartPolicy: Always
    command: [sleep, "3600"]
  containers:
  - name: app
    image: busybox:1.36
    command: [sleep, "3600"]
    lifecycle:
      postStart:
        exec:
          command: [cat, /data/hello]
    volumeMounts:
    - name: work
      mountPath: /data
  - name: web
    image: nginx:1.28
    volumeMounts:
    - name: work
      mountPath: /usr/share/nginx/html
`;

const create = 'kubectl create deployment nginx --image=nginx --replicas=3';

export const tour: Tour = {
  id: 'full-walk',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl run nginx --image=nginx --replicas=3' },
    { after: 5, line: 'kubectl run x --image=Nginx:' },
    { after: 5, line: `${create} --dry-run=client -o yaml` },
    { after: 5, line: 'kubectl get x' },
    { after: 5, line: 'kubectl get deployments -v=6' },
    { after: 5, line: 'kubectl auth whoami' },
    { after: 15, line: 'kubectl run web --image=nginx --dry-run=server' },
    { after: 5, action: 'stop_component apiserver' },
    { after: 2, action: 'start_component apiserver' },
    { after: 30, line: create },
    { after: 20, line: 'kubectl apply -f -', stdin: other },
    { after: 5, line: 'kubectl get pod other' },
    { after: 5, line: 'kubectl apply -f -', stdin: app },
    { after: 20, line: 'kubectl exec app -c app -- wget -qO- http://10.244.0.2' },
    { after: 5, line: 'kubectl get pods -o wide' },
    { after: 5, line: 'kubectl rollout status deployment/nginx' },
  ],
  chapters: [...client, ...server, ...control, ...node],
};
