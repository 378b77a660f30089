/** Times, Jobs and overlap: concurrencyPolicy Allow, then Forbid. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'cronjob',
  scenario: 'create-deployment',
  drive: [
    {
      line: 'kubectl create cronjob tick --image=busybox:1.36 --schedule="*/1 * * * *" -- sleep 80',
    },
    { after: 50, line: 'kubectl get cronjobs,jobs' },
    { after: 60, line: 'kubectl get jobs' },
    { after: 1, line: `kubectl patch cronjob tick -p '{"spec":{"concurrencyPolicy":"Forbid"}}'` },
    { after: 50, line: 'kubectl get jobs' },
    { after: 1, line: 'kubectl delete cronjob tick' },
    { after: 40, line: 'kubectl get jobs' },
  ],
  chapters: [
    {
      id: 'allow',
      beats: [
        { id: 'object', at: /^etcd\/commit\/cronjobs\/default\/tick$/ },
        {
          id: 'due',
          at: /cronjob-controller\/decide\/default\/tick\/cronjob.create-job$/,
          ask: { right: 1 },
        },
        {
          id: 'pod',
          at: /\/job-controller\/decide\/default\/tick-\d+\/job.create-pods/,
        },
        { id: 'two', at: /^kubectl\/print~3$/, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'forbid',
      beats: [
        { id: 'patch', at: /^etcd\/commit\/cronjobs\/default\/tick~/ },
        { id: 'skipped', at: /^kubectl\/print~5$/ },
        { id: 'deleted', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
  ],
};
