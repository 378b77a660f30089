/** kubectl debug adds a container to a Pod that runs. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'debug',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl run web --image=nginx:1.28' },
    {
      after: 8,
      line: 'kubectl debug web --image=busybox:1.36 --target=web -- sh -c "ps; sleep 600"',
    },
    { after: 4, line: 'kubectl get pod web' },
    { after: 1, line: 'kubectl describe pod web' },
  ],
  chapters: [
    {
      id: 'add',
      beats: [
        { id: 'request', at: /^person\/enter~2$/ },
        { id: 'stored', at: /^etcd\/commit\/pods\/default\/web~6$/, ask: { right: 1 } },
        { id: 'pulled', at: /^node-\d\/kubelet\/cri-called\/default\/web\/PullImage~2$/ },
        {
          id: 'started',
          at: /^node-\d\/containerd\/process-started\/default\/web~3$/,
          ask: { right: 0 },
        },
      ],
      covers: [],
    },
    {
      id: 'see',
      beats: [
        { id: 'ready', at: /^kubectl\/print~3$/ },
        { id: 'listed', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
  ],
};
