/** An object that is deleted and still there, until its finalizer is taken off. */
import type { Tour } from '../../tours/tour.ts';

const held = `apiVersion: v1
kind: ConfigMap
metadata:
  name: held
  finalizers:
  - example.com/backup
data:
  color: green
`;
const off = `'[{"op":"remove","path":"/metadata/finalizers/0"}]'`;

export const tour: Tour = {
  id: 'finalizer',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: held },
    { after: 1, line: 'kubectl delete configmap held --wait=false' },
    { after: 1, line: 'kubectl get configmap held -o yaml' },
    { after: 1, line: `kubectl patch configmap held --type=merge -p '{"data":{"color":"red"}}'` },
    { after: 1, line: `kubectl patch configmap held --type=json -p ${off}` },
    { after: 1, line: 'kubectl get configmap held' },
  ],
  chapters: [
    {
      id: 'held',
      beats: [
        { id: 'word', at: /^etcd\/commit\/configmaps\/default\/held$/ },
        { id: 'delete', at: /^etcd\/commit\/configmaps\/default\/held~2$/, ask: { right: 1 } },
        { id: 'said', at: /^kubectl\/print~2$/ },
        { id: 'there', at: /^kubectl\/print~3$/ },
        { id: 'alive', at: /^etcd\/commit\/configmaps\/default\/held~3$/ },
      ],
      covers: [],
    },
    {
      id: 'released',
      beats: [
        { id: 'off', at: /^etcd\/commit\/configmaps\/default\/held~4$/, ask: { right: 0 } },
        { id: 'gone', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
