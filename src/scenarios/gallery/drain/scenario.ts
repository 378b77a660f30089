/** A node is emptied by evictions; a budget holds them up until there is one Pod more. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'drain',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    {
      after: 4,
      line: 'kubectl create poddisruptionbudget web --selector=app=web --min-available=3',
    },
    { after: 2, line: 'kubectl drain node-1 --timeout=8s' },
    { after: 12, line: 'kubectl scale deployment web --replicas=4' },
    { after: 4, line: 'kubectl drain node-1 --timeout=60s' },
    { after: 40, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl uncordon node-1' },
  ],
  chapters: [
    {
      id: 'not-yet',
      beats: [
        { id: 'budget', at: /^etcd\/commit\/poddisruptionbudgets\/default\/web$/ },
        { id: 'cordon', at: /^kube-apiserver\/mutate\/nodes\/node-1$/ },
        {
          id: 'refused',
          fact: { type: 'OutputPrinted', says: /would violate/ },
          ask: { right: 1 },
        },
      ],
      covers: [],
    },
    {
      id: 'one-more',
      beats: [
        { id: 'scale', at: /^person\/enter~4$/ },
        { id: 'evicted', at: /^etcd\/commit\/pods\/default\/web-\w+-\w+~6$/ },
        {
          id: 'replaced',
          at: /^kube-scheduler\/select\/default\/web-|^etcd\/commit\/pods\/default\/web-\w+-\w+~2$/,
          ask: { right: 0 },
        },
        { id: 'empty', at: /^kubectl\/print~8$/ },
        { id: 'back', at: /^kubectl\/print~9$/ },
      ],
      covers: [],
    },
  ],
};
