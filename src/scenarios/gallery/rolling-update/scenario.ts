/** A new image, Pod by Pod, and back again: what a Deployment is for. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'rolling-update',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.27 --replicas=3' },
    { after: 10, line: 'kubectl set image deployment/web nginx=nginx:1.28' },
    { after: 0.1, line: 'kubectl rollout status deployment/web' },
    { after: 10, line: 'kubectl rollout history deployment/web' },
    { after: 2, line: 'kubectl rollout undo deployment/web' },
    { after: 10, line: 'kubectl get replicasets -o wide' },
  ],
  chapters: [
    {
      id: 'forward',
      beats: [
        { id: 'template', at: /^person\/enter~2$/ },
        {
          id: 'second-set',
          at: /deployment-controller\/decide\/default\/web\/deployment.create-replica-set~2$/,
          ask: { right: 1 },
        },
        { id: 'surge', at: /^etcd\/commit\/pods\/default\/web-/ },
        { id: 'waiting', at: /^person\/enter~3$/ },
        { id: 'exchange', at: /decide\/default\/web\/deployment.scale-replica-set/ },
        { id: 'done', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'back',
      beats: [
        { id: 'undo', at: /^person\/enter~5$/ },
        {
          id: 'old-set',
          at: /deployment-controller\/send\/replicasets\/default\/web-/,
          ask: { right: 2 },
        },
        { id: 'kept', at: /^person\/enter~6$/ },
      ],
      covers: [],
    },
  ],
};
