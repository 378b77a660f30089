/** A ValidatingAdmissionPolicy and a MutatingAdmissionPolicy, and a way around the first. */
import type { Tour } from '../../tours/tour.ts';

const policies = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: max-replicas
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
  validations:
  - expression: object.spec.replicas <= 3
    message: no more than 3 replicas
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: max-replicas
spec:
  policyName: max-replicas
  validationActions: [Deny]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata:
  name: team-label
spec:
  failurePolicy: Fail
  reinvocationPolicy: IfNeeded
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [deployments]
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: 'Object{metadata: Object.metadata{labels: {"team": "blue"}}}'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata:
  name: team-label
spec:
  policyName: team-label
`;

export const tour: Tour = {
  id: 'admission-policy',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: policies },
    { after: 4, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=5' },
    { after: 1, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 7, line: 'kubectl scale deployment web --replicas=4' },
    { after: 8, line: 'kubectl get deployment web --show-labels' },
  ],
  chapters: [
    {
      id: 'rules',
      beats: [
        { id: 'objects', at: /^kubectl\/print$/ },
        { id: 'mutate', at: /^kube-apiserver\/mutate\/deployments\/default$/ },
        { id: 'deny', at: /^kube-apiserver\/admit\/deployments\/default$/, ask: { right: 2 } },
        { id: 'said', at: /^kubectl\/print~2$/ },
      ],
      covers: [],
    },
    {
      id: 'around',
      beats: [
        { id: 'two', at: /^etcd\/commit\/deployments\/default\/web$/ },
        { id: 'scale', at: /^person\/enter~4$/ },
        { id: 'passes', at: /^kubectl\/print~4$/, ask: { right: 0 } },
        { id: 'four', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
  ],
};
