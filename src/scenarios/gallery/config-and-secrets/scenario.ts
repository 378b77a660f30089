/** Two ways for a setting into a container, and what a change does to each. */
import type { Tour } from '../../tours/tour.ts';

const app = `apiVersion: v1
kind: Pod
metadata:
  name: app
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command:
    - sh
    - -c
    - while true; do echo color=$COLOR size=$(cat /etc/settings/size); sleep 30; done
    env:
    - name: COLOR
      valueFrom:
        configMapKeyRef:
          name: settings
          key: color
    - name: PASSWORD
      valueFrom:
        secretKeyRef:
          name: login
          key: password
    volumeMounts:
    - name: settings
      mountPath: /etc/settings
  volumes:
  - name: settings
    configMap:
      name: settings
`;

export const tour: Tour = {
  id: 'config-and-secrets',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create configmap settings --from-literal=color=blue --from-literal=size=10' },
    { after: 1, line: 'kubectl apply -f -', stdin: app },
    { after: 4, line: 'kubectl get pod app' },
    { after: 1, line: 'kubectl create secret generic login --from-literal=password=s3cret' },
    { after: 20, line: 'kubectl logs app' },
    {
      after: 1,
      line: `kubectl patch configmap settings -p '{"data":{"color":"red","size":"11"}}'`,
    },
    { after: 100, line: 'kubectl logs app' },
  ],
  chapters: [
    {
      id: 'start',
      beats: [
        { id: 'names', at: /^etcd\/commit\/pods\/default\/app$/, ask: { right: 2 } },
        { id: 'missing', at: /^kubectl\/print~3$/ },
        { id: 'there', at: /^person\/enter~4$/ },
        { id: 'runs', at: /^node-\d\/containerd\/process-started\/default\/app~2$/ },
        { id: 'read', at: /^kubectl\/print~5$/ },
      ],
      covers: [],
    },
    {
      id: 'change',
      beats: [
        { id: 'patch', at: /^etcd\/commit\/configmaps\/default\/settings~2$/ },
        { id: 'later', at: /^kubectl\/print~7$/, ask: { right: 1 } },
      ],
      covers: [],
    },
  ],
};
