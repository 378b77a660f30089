/** Devices that Pods claim: one GPU for two Pods, all of a node's, and none left for the third. */
import type { Tour } from '../../tours/tour.ts';

const request = (indent: string, count: number): string =>
  [
    'devices:',
    '  requests:',
    '  - name: gpu',
    '    exactly:',
    '      deviceClassName: gpu.example.com',
    `      count: ${count}`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');

const pod = (name: string, source: string): string => `---
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  containers:
  - name: app
    image: busybox
    command: ["sh", "-c", "trap 'exit 0' TERM; sleep 86400 & wait"]
    resources:
      claims:
      - name: gpu
  resourceClaims:
  - name: gpu
    ${source}
`;

const shared = `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: shared
spec:
${request('  ', 1)}${pod('left', 'resourceClaimName: shared')}${pod('right', 'resourceClaimName: shared')}`;

const template = `apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: eight
spec:
  spec:
${request('    ', 8)}`;

const big = (name: string): string => pod(name, 'resourceClaimTemplateName: eight');
const alone = (manifest: string): string => manifest.replace('---\n', '');

export const tour: Tour = {
  id: 'gpu-claims',
  scenario: 'with-gpus',
  drive: [
    { line: 'kubectl get resourceslices' },
    { after: 2, line: 'kubectl apply -f -', stdin: shared },
    { after: 8, line: "kubectl exec right -- sh -c 'env | grep GPU_DEVICE'" },
    { after: 2, line: 'kubectl apply -f -', stdin: template + big('big-0') },
    { after: 4, line: 'kubectl apply -f -', stdin: alone(big('big-1')) },
    { after: 8, line: 'kubectl apply -f -', stdin: alone(big('big-2')) },
    { after: 4, line: 'kubectl describe pod big-2' },
    { after: 2, line: 'kubectl delete pod left' },
    { after: 2, line: 'kubectl get resourceclaim shared' },
    { after: 2, line: 'kubectl delete pod right' },
    { after: 8, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'shared',
      beats: [
        { id: 'slices', at: /^kubectl\/print$/ },
        { id: 'claim', at: /^etcd\/commit\/resourceclaims\/default\/shared$/ },
        { id: 'given', at: /^etcd\/commit\/resourceclaims\/default\/shared~3$/ },
        {
          id: 'follows',
          at: /^kube-scheduler\/filter\/default\/right$/,
          ask: { right: 0 },
        },
        { id: 'prepared', fact: { type: 'DynamicResourcesPrepared', says: 'default/left' } },
        { id: 'found', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'taken',
      beats: [
        { id: 'made', at: /^etcd\/commit\/resourceclaims\/default\/big-0-gpu-\w+$/ },
        { id: 'whole', at: /^kube-scheduler\/filter\/default\/big-1$/ },
        {
          id: 'waits',
          at: /^kube-scheduler\/filter\/default\/big-2$/,
          ask: { right: 2 },
        },
      ],
      covers: [],
    },
    {
      id: 'freed',
      beats: [
        { id: 'still', at: /^kubectl\/print~9$/ },
        {
          id: 'away',
          fact: { type: 'DynamicResourcesUnprepared', says: 'default/right' },
        },
        {
          id: 'starts',
          fact: { type: 'NodesFiltered', says: 'default/big-2' },
          ask: { right: 1 },
        },
      ],
      covers: [],
    },
  ],
};
