/** Five ways in which a cluster says no, each at its own gate. */
import type { Tour } from './tour.ts';

/** A policy in CEL and the binding that puts it in force. */
const policy = (
  name: string,
  [group, resource]: readonly [group: string, resource: string],
  expression: string,
  message: string,
): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${name}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - apiGroups: ["${group}"]
      apiVersions: ["v1"]
      operations: ["CREATE", "UPDATE"]
      resources: ["${resource}"]
  validations:
  - expression: "${expression}"
    message: ${message}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ${name}
spec:
  policyName: ${name}
  validationActions: ["Deny"]
`;
const maxReplicas = policy(
  'max-replicas',
  ['apps', 'deployments'],
  'object.spec.replicas <= 3',
  'at most three replicas',
);
const shortSecret = policy(
  'short-secret',
  ['', 'secrets'],
  'object.data.all(k, size(object.data[k]) >= 20)',
  'secret data of at least 20 characters',
);

export const tour: Tour = {
  id: 'refused',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl get pods', user: 'anon' },
    { after: 5, line: 'kubectl --token=wrong get pods', user: 'anon' },
    { after: 5, line: 'kubectl create deployment nginx --image=nginx', user: 'alice' },
    {
      after: 5,
      line: 'kubectl create role deployer --verb=create --resource=deployments.apps',
    },
    { after: 5, line: 'kubectl create rolebinding alice-deployer --role=deployer --user=alice' },
    { after: 5, line: 'kubectl create deployment nginx --image=nginx', user: 'alice' },
    { after: 20, line: 'kubectl get --raw /apis/none' },
    { after: 5, line: 'kubectl get pod none' },
    { after: 5, line: 'kubectl apply -f -', stdin: maxReplicas },
    { after: 10, line: 'kubectl create deployment web --image=nginx --replicas=5' },
    { after: 5, line: 'kubectl apply -f -', stdin: shortSecret },
    { after: 10, line: 'kubectl create secret generic s --from-literal=p=short' },
    { after: 5, line: 'kubectl delete validatingadmissionpolicybinding max-replicas' },
    { after: 5, line: 'kubectl create namespace q' },
    { after: 5, line: 'kubectl create quota two-pods --hard=pods=2 -n q' },
    { after: 5, line: 'kubectl create deployment web --image=nginx:1.28 --replicas=4 -n q' },
    { after: 20, line: 'kubectl get events -n q' },
  ],
  chapters: [
    {
      id: 'who-are-you',
      beats: [
        { id: 'no-key', at: /^kube-apiserver\/authenticate\/pods/ },
        { id: 'stranger', at: /^kube-apiserver\/authorize\/pods/ },
        { id: 'wrong-key', at: /^kube-apiserver\/authenticate\/pods/, ask: { right: 1 } },
      ],
      covers: ['003.authn.all-fail'],
    },
    {
      id: 'may-you',
      beats: [
        { id: 'nobody', at: /^kube-apiserver\/authorize\/deployments/ },
        { id: 'rule', at: /^etcd\/commit\/rolebindings/ },
        { id: 'allowed', at: /^kube-apiserver\/authorize\/deployments/ },
      ],
      covers: ['003.authz.all-refuse'],
    },
    {
      id: 'what-is-it',
      beats: [
        { id: 'path', at: /^kubectl\/receive$/ },
        { id: 'object', at: /^kubectl\/receive\/pods\/default\/none/ },
      ],
      covers: ['003.create.not-found'],
    },
    {
      id: 'policy',
      beats: [
        { id: 'rule', at: /^etcd\/commit\/validatingadmissionpolicybindings\/max-replicas/ },
        { id: 'refused', at: /^kube-apiserver\/admit\/deployments/ },
        { id: 'answer', at: /^kubectl\/receive\/deployments/ },
        { id: 'secret', at: /^kube-apiserver\/admit\/secrets/ },
      ],
      covers: ['003.admission.one-fails', '003.initializers.short-secret'],
    },
    {
      id: 'quota',
      beats: [
        { id: 'counted', at: /^etcd\/commit\/resourcequotas\/q\/two-pods$/ },
        { id: 'created', at: /^kubectl\/receive\/deployments\/q/, ask: { right: 0 } },
        { id: 'charged', at: /^etcd\/commit\/resourcequotas\/q\/two-pods/ },
        { id: 'told-no', at: /\/replicaset-controller\/receive\/pods\/q\/.*~\d+$/ },
        { id: 'events', at: /^kubectl\/receive\/events\/q/ },
      ],
      covers: ['002.quota.read', '002.quota.refused', '003.replicaset.quota'],
    },
  ],
};
