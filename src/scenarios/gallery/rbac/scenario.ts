/** A person without rights gets exactly those that one Role lists. */
import type { Tour } from '../../tours/tour.ts';

const deployment = 'kubectl create deployment web --image=nginx';
const role = 'kubectl create role deployer --verb=create,get,list --resource=deployments.apps';

export const tour: Tour = {
  id: 'rbac',
  scenario: 'create-deployment',
  drive: [
    { line: deployment, user: 'alice' },
    { after: 2, line: 'kubectl auth can-i create deployments', user: 'alice' },
    { after: 2, line: role },
    { after: 2, line: 'kubectl create rolebinding alice-deploys --role=deployer --user=alice' },
    { after: 2, line: deployment, user: 'alice' },
    { after: 5, line: 'kubectl get pods', user: 'alice' },
  ],
  chapters: [
    {
      id: 'forbidden',
      beats: [
        { id: 'who', at: /^kube-apiserver\/authenticate\/deployments\/default$/ },
        { id: 'may', at: /^kube-apiserver\/authorize\/deployments\/default$/, ask: { right: 2 } },
        { id: 'text', at: /^kubectl\/print$/ },
        { id: 'can-i', at: /^kube-apiserver\/authorize\/selfsubjectaccessreviews$/ },
      ],
      covers: [],
    },
    {
      id: 'allowed',
      beats: [
        { id: 'role', at: /^etcd\/commit\/roles\/default\/deployer$/ },
        { id: 'binding', at: /^etcd\/commit\/rolebindings\/default\/alice-deploys$/ },
        { id: 'again', at: /^kube-apiserver\/authorize\/deployments\/default~2$/ },
        {
          id: 'not-alice',
          at: /^kube-apiserver\/authorize\/pods\/default\/web-/,
          ask: { right: 0 },
        },
        { id: 'small', at: /^kube-apiserver\/authorize\/pods\/default$/ },
      ],
      covers: [],
    },
  ],
};
