/** One deletion, one grace period, two containers that take it differently. */
import type { Tour } from '../../tours/tour.ts';

const polite = `apiVersion: v1
kind: Pod
metadata:
  name: polite
  labels:
    app: polite
spec:
  terminationGracePeriodSeconds: 10
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, "trap 'echo bye; exit 0' TERM; while true; do sleep 1; done"]
    lifecycle:
      preStop:
        exec:
          command: [sh, -c, "sleep 3"]
  - name: deaf
    image: busybox:1.36
    command: [sleep, "3600"]
`;

export const tour: Tour = {
  id: 'graceful-termination',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: polite },
    { after: 1, line: 'kubectl expose pod polite --port=80' },
    { after: 3, line: 'kubectl delete pod polite --wait=false' },
    { after: 1, line: 'kubectl get pod polite' },
    { after: 12, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'told',
      beats: [
        { id: 'delete', at: /^etcd\/commit\/pods\/default\/polite~6$/ },
        {
          id: 'both',
          at: /^node-\d\/kubelet\/cri-called\/default\/polite\/StopContainer$/,
          ask: { right: 2 },
        },
        { id: 'endpoint', at: /^etcd\/commit\/endpointslices\/default\/polite-\w+~2$/ },
        { id: 'listed', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'ends',
      beats: [
        { id: 'hook', at: /^node-\d\/kubelet\/cri-called\/default\/polite\/StopContainer~2$/ },
        { id: 'bye', at: /^node-\d\/containerd\/process-exited\/default\/polite$/ },
        {
          id: 'deaf',
          at: /^node-\d\/containerd\/process-exited\/default\/polite~2$/,
          ask: { right: 1 },
        },
        { id: 'gone', at: /^etcd\/commit\/pods\/default\/polite~10$/ },
      ],
      covers: [],
    },
  ],
};
