/** A namespace goes when it is empty; a controller empties it. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'namespace-delete',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create namespace team' },
    {
      after: 1,
      line: 'kubectl create deployment web --image=busybox:1.36 --replicas=2 --namespace=team -- sleep 3600',
    },
    { after: 5, line: 'kubectl delete namespace team --wait=false' },
    { after: 0.2, line: 'kubectl create configmap late --from-literal=a=b --namespace=team' },
    { after: 9, line: 'kubectl get namespace team -o yaml' },
    { after: 45, line: 'kubectl get namespace team' },
  ],
  chapters: [
    {
      id: 'terminating',
      beats: [
        { id: 'born', at: /^etcd\/commit\/configmaps\/team\/kube-root-ca.crt$/ },
        { id: 'deleted', at: /^etcd\/commit\/namespaces\/team~2$/ },
        { id: 'late', at: /^kubectl\/print~4$/, ask: { right: 1 } },
        { id: 'pods', at: /^etcd\/commit\/pods\/team\/web-\w+-\w+~6$/ },
        { id: 'waits', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'gone',
      beats: [
        { id: 'ended', at: /^node-\d\/kubelet\/cri-returned\/team\/web-\w+-\w+\/StopContainer$/ },
        {
          id: 'last',
          at: /^etcd\/commit\/namespaces\/team~4$/,
          ask: { right: 0 },
        },
        { id: 'not-found', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
