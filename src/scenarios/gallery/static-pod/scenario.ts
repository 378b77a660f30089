/** A static Pod: started from a file, shown by a mirror, ended with the file. */
import type { Tour } from '../../tours/tour.ts';

const manifest = [
  'apiVersion: v1',
  'kind: Pod',
  'metadata:',
  '  name: web',
  'spec:',
  '  terminationGracePeriodSeconds: 2',
  '  containers:',
  '  - name: web',
  '    image: nginx:1.28',
  '',
].join('\\n');

export const tour: Tour = {
  id: 'static-pod',
  scenario: 'create-deployment',
  drive: [
    { action: `put_manifest 1 ${manifest}` },
    { after: 26, line: 'kubectl get pods -o wide' },
    { after: 1, line: 'kubectl delete pod web-node-1 --wait=false' },
    { after: 3, line: 'kubectl get pods -o wide' },
    { after: 1, action: 'rm_manifest 1' },
    { after: 10, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'file',
      beats: [
        { id: 'put', at: /^person\/act\/put_manifest/ },
        {
          id: 'started',
          fact: { type: 'ProcessStarted', component: /^node-1/, says: /web-node-1/ },
        },
        { id: 'mirror', at: /^kubectl\/print$/, ask: { right: 1 } },
      ],
      covers: [],
    },
    {
      id: 'mirror',
      beats: [
        { id: 'deleted', at: /^etcd\/commit\/pods\/default\/web-node-1/ },
        { id: 'back', at: /^kubectl\/print~3$/, ask: { right: 2 } },
        { id: 'removed', at: /^person\/act\/rm_manifest/ },
        { id: 'gone', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
  ],
};
