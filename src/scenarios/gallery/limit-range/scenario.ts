/** What a namespace adds to a Pod's containers, and what it does not let pass. */
import type { Tour } from '../../tours/tour.ts';

const limits = `apiVersion: v1
kind: LimitRange
metadata:
  name: defaults
spec:
  limits:
  - type: Container
    defaultRequest:
      cpu: 100m
      memory: 64Mi
    default:
      cpu: 200m
      memory: 128Mi
    max:
      cpu: "1"
`;
const big = `apiVersion: v1
kind: Pod
metadata:
  name: big
spec:
  containers:
  - name: web
    image: nginx:1.28
    resources:
      limits:
        cpu: "2"
`;
const resources = `-o jsonpath='{.spec.containers[0].resources}'`;

export const tour: Tour = {
  id: 'limit-range',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: limits },
    { after: 1, line: 'kubectl run plain --image=nginx:1.28' },
    { after: 3, line: `kubectl get pod plain ${resources}` },
    { after: 1, line: 'kubectl apply -f -', stdin: big },
  ],
  chapters: [
    {
      id: 'given',
      beats: [
        { id: 'object', at: /^etcd\/commit\/limitranges\/default\/defaults$/ },
        { id: 'mutated', at: /^kube-apiserver\/mutate\/pods\/default$/, ask: { right: 1 } },
        { id: 'scheduled', at: /^kube-scheduler\/pop\/default\/plain$/ },
        { id: 'seen', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'refused',
      beats: [
        { id: 'asked', at: /^person\/enter~4$/ },
        { id: 'said', at: /^kubectl\/print~4$/, ask: { right: 0 } },
      ],
      covers: [],
    },
  ],
};
