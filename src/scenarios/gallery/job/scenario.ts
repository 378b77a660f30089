/** An indexed Job from its first two Pods to Complete, and what its deletion takes along. */
import type { Tour } from '../../tours/tour.ts';

const work = `apiVersion: batch/v1
kind: Job
metadata:
  name: work
spec:
  completions: 4
  parallelism: 2
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: app
        image: busybox:1.36
        command: [sh, -c, "echo part $JOB_COMPLETION_INDEX; sleep 2"]
`;

export const tour: Tour = {
  id: 'job',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: work },
    { after: 2, line: 'kubectl get jobs,pods' },
    { after: 12, line: 'kubectl get jobs,pods' },
    { after: 1, line: 'kubectl logs -l job-name=work --prefix' },
    { after: 1, line: 'kubectl delete job work' },
    { after: 3, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'run',
      beats: [
        { id: 'wish', at: /^etcd\/commit\/jobs\/default\/work$/ },
        {
          id: 'two',
          at: /^kube-controller-manager\/job-controller\/decide\/default\/work\/job.create-pods$/,
          ask: { right: 1 },
        },
        { id: 'running', at: /^kubectl\/print~2$/ },
        { id: 'ended', at: /^node-\d\/containerd\/process-exited\/default\/work-\d-/ },
        { id: 'complete', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'after',
      beats: [
        { id: 'logs', at: /^kubectl\/print~4$/ },
        { id: 'deleted', at: /^person\/enter~5$/ },
        { id: 'gone', at: /^kubectl\/print~6$/, ask: { right: 0 } },
      ],
      covers: [],
    },
  ],
};
