/** Pod Security Admission: two labels on a namespace, and what they do to Pods. */
import type { Tour } from '../../tours/tour.ts';

const podOf = (name: string, image: string, container = '', pod = ''): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: locked
spec:
  containers:
  - name: web
    image: ${image}
${container}${pod}`;
const inContainer = `    command: [sleep, "3600"]
    securityContext:
      allowPrivilegeEscalation: false
      capabilities:
        drop: [ALL]
`;
const inPod = `  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    seccompProfile:
      type: RuntimeDefault
`;
const profile = 'pod-security.kubernetes.io';

export const tour: Tour = {
  id: 'pod-security',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create namespace locked' },
    {
      after: 1,
      line: `kubectl label namespace locked ${profile}/enforce=restricted ${profile}/warn=restricted`,
    },
    { after: 1, line: 'kubectl apply -f -', stdin: podOf('plain', 'nginx:1.28') },
    { after: 1, line: 'kubectl create deployment web --image=nginx:1.28 --namespace=locked' },
    { after: 3, line: 'kubectl get deployments,pods --namespace=locked' },
    {
      after: 1,
      line: 'kubectl apply -f -',
      stdin: podOf('careful', 'busybox:1.36', inContainer, inPod),
    },
    { after: 4, line: 'kubectl get pods --namespace=locked' },
  ],
  chapters: [
    {
      id: 'enforce',
      beats: [
        { id: 'labels', at: /^etcd\/commit\/namespaces\/locked~2$/ },
        { id: 'pod', at: /^kube-apiserver\/admit\/pods\/locked$/ },
        { id: 'said', at: /^kubectl\/print~3$/ },
      ],
      covers: [],
    },
    {
      id: 'warn',
      beats: [
        { id: 'deployment', at: /^etcd\/commit\/deployments\/locked\/web$/, ask: { right: 2 } },
        { id: 'warned', at: /^kubectl\/print~4$/ },
        { id: 'controller', at: /^kube-apiserver\/admit\/pods\/locked\/web-/ },
        { id: 'none', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'pass',
      beats: [
        { id: 'careful', at: /^kube-apiserver\/admit\/pods\/locked~2$/ },
        {
          id: 'user',
          at: /^node-\d\/containerd\/process-started\/locked\/careful~2$/,
          ask: { right: 1 },
        },
        { id: 'runs', at: /^kubectl\/print~7$/ },
      ],
      covers: [],
    },
  ],
};
