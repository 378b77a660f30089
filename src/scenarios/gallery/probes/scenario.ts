/** Two probes of one container: what each of them moves when it fails. */
import type { Tour } from '../../tours/tour.ts';

const web = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command:
    - sh
    - -c
    - touch /tmp/live; (sleep 8; touch /tmp/ready) & (sleep 20; rm /tmp/live) & httpd -f -p 80
    readinessProbe:
      exec:
        command: [cat, /tmp/ready]
      periodSeconds: 2
    livenessProbe:
      exec:
        command: [cat, /tmp/live]
      periodSeconds: 2
      failureThreshold: 2
`;

export const tour: Tour = {
  id: 'probes',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: web },
    { after: 0.3, line: 'kubectl expose pod web --port=80' },
    { after: 4, line: 'kubectl get pod web' },
    { after: 24, line: 'kubectl describe pod web' },
  ],
  chapters: [
    {
      id: 'ready',
      beats: [
        { id: 'service', at: /^etcd\/commit\/endpointslices\/default\/web-\w+$/ },
        { id: 'runs', at: /^node-\d\/kubelet\/pod-status-set\/default\/web~2$/ },
        { id: 'not-ready', at: /^kubectl\/print~3$/ },
        {
          id: 'passes',
          at: /^etcd\/commit\/endpointslices\/default\/web-\w+~3$/,
          ask: { right: 1 },
        },
      ],
      covers: [],
    },
    {
      id: 'alive',
      beats: [
        {
          id: 'stop',
          at: /^node-\d\/kubelet\/cri-called\/default\/web\/StopContainer$/,
          ask: { right: 2 },
        },
        { id: 'new', at: /^node-\d\/containerd\/process-started\/default\/web~3$/ },
        { id: 'closed', at: /^etcd\/commit\/endpointslices\/default\/web-\w+~4$/ },
        { id: 'read', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
  ],
};
