/** failurePolicy: what an admission webhook does to a cluster when nobody answers it. */
import type { Tour } from '../../tours/tour.ts';

const guard = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: guard
webhooks:
- name: guard.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Fail
  timeoutSeconds: 2
  clientConfig:
    service:
      namespace: default
      name: guard
  rules:
  - apiGroups: [""]
    apiVersions: [v1]
    operations: [CREATE]
    resources: [pods]
`;
const ignore = `'[{"op":"replace","path":"/webhooks/0/failurePolicy","value":"Ignore"}]'`;

export const tour: Tour = {
  id: 'webhook',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: guard },
    { after: 2, line: 'kubectl run web --image=nginx:1.28' },
    { after: 1, line: 'kubectl create deployment web --image=nginx:1.28' },
    { after: 4, line: 'kubectl get deployments,pods' },
    {
      after: 1,
      line: `kubectl patch validatingwebhookconfiguration guard --type=json -p ${ignore}`,
    },
    { after: 1, line: 'kubectl run web --image=nginx:1.28' },
    { after: 5, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'fail',
      beats: [
        { id: 'rule', at: /^etcd\/commit\/validatingwebhookconfigurations\/guard$/ },
        { id: 'called', at: /^kube-apiserver\/admit\/pods\/default$/, ask: { right: 1 } },
        { id: 'said', at: /^kubectl\/print~2$/ },
        { id: 'deployment', at: /^etcd\/commit\/deployments\/default\/web$/ },
        { id: 'nothing', at: /^kubectl\/print~4$/ },
      ],
      covers: [],
    },
    {
      id: 'ignore',
      beats: [
        { id: 'patch', at: /^etcd\/commit\/validatingwebhookconfigurations\/guard~2$/ },
        { id: 'passes', at: /^etcd\/commit\/pods\/default\/web$/, ask: { right: 2 } },
        { id: 'runs', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
  ],
};
