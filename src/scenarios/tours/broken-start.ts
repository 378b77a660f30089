/** Pods that have come to a node and do not run, or not for long. */
import type { Tour } from './tour.ts';

const pinnedBig = `apiVersion: v1
kind: Pod
metadata:
  name: pinned-big
spec:
  nodeName: node-1
  containers:
  - name: nginx
    image: nginx:1.28
    resources:
      requests:
        cpu: "64"
`;

const deadline = `apiVersion: v1
kind: Pod
metadata:
  name: deadline
spec:
  activeDeadlineSeconds: 15
  containers:
  - name: sleep
    image: busybox:1.36
    command: [sleep, "3600"]
`;

const privateImage = `apiVersion: v1
kind: Pod
metadata:
  name: private
spec:
  imagePullSecrets:
  - name: reg
  containers:
  - name: app
    image: registry.example/private/app:1
`;

const badHook = `apiVersion: v1
kind: Pod
metadata:
  name: bad-hook
spec:
  containers:
  - name: sleep
    image: busybox:1.36
    command: [sleep, "3600"]
    lifecycle:
      postStart:
        exec:
          command: [sh, -c, exit 1]
`;

const probes = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: web
    image: busybox:1.36
    command: [sh, -c, "touch /tmp/live; sleep 20; rm /tmp/live; sleep 3600"]
    livenessProbe:
      exec:
        command: [cat, /tmp/live]
      periodSeconds: 2
      failureThreshold: 2
`;

export const tour: Tour = {
  id: 'broken-start',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: pinnedBig },
    { after: 5, line: 'kubectl get pod pinned-big' },
    { after: 5, line: 'kubectl apply -f -', stdin: deadline },
    { after: 70, line: 'kubectl get pod deadline' },
    { after: 5, line: 'kubectl apply -f -', stdin: privateImage },
    { after: 60, line: 'kubectl get pod private' },
    { after: 5, line: 'kubectl delete pod private' },
    { after: 20, line: 'kubectl apply -f -', stdin: badHook },
    { after: 15, line: 'kubectl get pod bad-hook' },
    { after: 30, line: 'kubectl delete pod bad-hook' },
    { after: 60, line: 'kubectl apply -f -', stdin: probes },
    { after: 70, line: 'kubectl get pod web' },
  ],
  chapters: [
    {
      id: 'rejected',
      beats: [
        { id: 'pinned', at: /^etcd\/commit\/pods\/default\/pinned-big$/ },
        { id: 'admit', at: /\/kubelet\/pod-admitted\/default\/pinned-big/, ask: { right: 1 } },
        { id: 'failed', at: /^etcd\/commit\/pods\/default\/pinned-big~2$/ },
      ],
      covers: ['003.sync.rejected'],
    },
    {
      id: 'deadline',
      beats: [
        { id: 'over', at: /\/kubelet\/pod-status-set\/default\/deadline~3$/ },
        { id: 'killed', at: /\/kubelet\/cri-called\/default\/deadline\/StopContainer$/ },
      ],
      covers: ['003.sync.active-deadline'],
    },
    {
      id: 'pull',
      beats: [
        { id: 'secret', at: /\/kubelet\/cri-called\/default\/private\/PullImage$/ },
        { id: 'refused', at: /\/kubelet\/cri-returned\/default\/private\/PullImage$/ },
        { id: 'back-off', at: /\/kubelet\/pod-status-set\/default\/private~2$/ },
        { id: 'again', at: /\/kubelet\/cri-called\/default\/private\/PullImage~2$/ },
      ],
      covers: ['003.container.pull-secret'],
    },
    {
      id: 'hook',
      beats: [
        { id: 'runs', at: /\/containerd\/process-started\/default\/bad-hook~2$/ },
        { id: 'fails', at: /\/kubelet\/cri-called\/default\/bad-hook\/StopContainer$/ },
        { id: 'grace', at: /\/containerd\/process-exited\/default\/bad-hook$/ },
        { id: 'again', at: /\/kubelet\/cri-called\/default\/bad-hook\/CreateContainer~2$/ },
      ],
      covers: ['003.container.hook-fails'],
    },
    {
      id: 'liveness',
      beats: [
        { id: 'alive', at: /\/kubelet\/pod-lifecycle-event-seen\/default\/web$/ },
        { id: 'stopped', at: /\/kubelet\/cri-called\/default\/web\/StopContainer$/ },
        { id: 'grace', at: /\/containerd\/process-exited\/default\/web$/ },
        {
          id: 'new',
          at: /\/kubelet\/cri-called\/default\/web\/CreateContainer~2$/,
          ask: { right: 1 },
        },
      ],
      covers: ['001.probe.kill'],
    },
  ],
};
