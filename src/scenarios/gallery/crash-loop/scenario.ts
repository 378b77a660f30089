/** A container that ends with an error, again and again, and the waiting in between. */
import type { Tour } from '../../tours/tour.ts';

const crash = `apiVersion: v1
kind: Pod
metadata:
  name: crash
spec:
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, "echo boom; exit 3"]
`;

export const tour: Tour = {
  id: 'crash-loop',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: crash },
    { after: 6, line: 'kubectl get pod crash' },
    { after: 54, line: 'kubectl describe pod crash' },
  ],
  chapters: [
    {
      id: 'first',
      beats: [
        { id: 'started', at: /^node-\d\/containerd\/process-started\/default\/crash~2$/ },
        { id: 'ended', at: /^node-\d\/containerd\/process-exited\/default\/crash$/ },
        {
          id: 'seen',
          at: /^node-\d\/kubelet\/pod-lifecycle-event-seen\/default\/crash$/,
          ask: { right: 1 },
        },
        { id: 'again', at: /^node-\d\/containerd\/process-exited\/default\/crash~2$/ },
      ],
      covers: [],
    },
    {
      id: 'waiting',
      beats: [
        { id: 'word', at: /^kubectl\/print~2$/ },
        {
          id: 'ten',
          at: /^node-\d\/containerd\/process-exited\/default\/crash~3$/,
          ask: { before: /^node-\d\/containerd\/process-started\/default\/crash~5$/, right: 2 },
        },
        { id: 'twenty', at: /^node-\d\/containerd\/process-exited\/default\/crash~4$/ },
        { id: 'read', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
  ],
};
