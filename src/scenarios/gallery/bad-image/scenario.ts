/** A rollout to a tag that the registry does not have: who notices, who waits, what goes on. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'bad-image',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 8, line: 'kubectl set image deployment/web nginx=nginx:1.99' },
    { after: 25, line: 'kubectl get pods' },
    { after: 1, line: 'kubectl rollout undo deployment/web' },
    { after: 3, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'stuck',
      beats: [
        {
          id: 'accepted',
          at: /^kubectl\/receive\/deployments\/default\/web~2$/,
          ask: { right: 0 },
        },
        { id: 'asked', at: /^node-\d\/kubelet\/cri-returned\/default\/web-\w+-\w+\/PullImage$/ },
        { id: 'back-off', at: /^node-\d\/kubelet\/pod-status-set\/default\/web-\w+-\w+~3$/ },
        { id: 'again', at: /^node-\d\/kubelet\/cri-returned\/default\/web-\w+-\w+\/PullImage~2$/ },
        { id: 'served', at: /^person\/enter~3$/ },
      ],
      covers: [],
    },
    {
      id: 'out',
      beats: [
        { id: 'undo', at: /^person\/enter~4$/ },
        {
          id: 'shrink',
          at: /decide\/default\/web\/deployment.scale-replica-set/,
          ask: { right: 1 },
        },
        { id: 'gone', at: /^person\/enter~5$/ },
      ],
      covers: [],
    },
  ],
};
