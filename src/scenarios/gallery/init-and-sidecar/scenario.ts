/** The order in which the containers of a Pod begin and end. */
import type { Tour } from '../../tours/tour.ts';

const app = `apiVersion: v1
kind: Pod
metadata:
  name: app
spec:
  terminationGracePeriodSeconds: 3
  restartPolicy: Never
  initContainers:
  - name: setup
    image: busybox:1.36
    command: [sh, -c, "echo hello > /data/greeting; sleep 2"]
    volumeMounts:
    - name: work
      mountPath: /data
  - name: logger
    image: busybox:1.36
    restartPolicy: Always
    command: [sh, -c, "while true; do echo watching; sleep 5; done"]
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, "cat /data/greeting; sleep 6"]
    volumeMounts:
    - name: work
      mountPath: /data
  volumes:
  - name: work
    emptyDir: {}
`;

export const tour: Tour = {
  id: 'init-and-sidecar',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: app },
    { after: 1.5, line: 'kubectl get pod app' },
    { after: 4, line: 'kubectl get pod app' },
    { after: 1, line: 'kubectl logs app -c app' },
    { after: 15, line: 'kubectl get pod app' },
  ],
  chapters: [
    {
      id: 'begin',
      beats: [
        { id: 'first', at: /^node-\d\/containerd\/process-started\/default\/app~2$/ },
        { id: 'alone', at: /^kubectl\/print~2$/ },
        {
          id: 'sidecar',
          at: /^node-\d\/containerd\/process-started\/default\/app~3$/,
          ask: { right: 1 },
        },
        { id: 'app', at: /^node-\d\/containerd\/process-started\/default\/app~4$/ },
        { id: 'shared', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'end',
      beats: [
        {
          id: 'done',
          at: /^node-\d\/kubelet\/cri-called\/default\/app\/StopContainer$/,
          ask: { right: 2 },
        },
        { id: 'last', at: /^node-\d\/containerd\/process-exited\/default\/app~3$/ },
        { id: 'completed', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
  ],
};
