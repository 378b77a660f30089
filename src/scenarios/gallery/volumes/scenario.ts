/** PersistentVolumeClaim and PersistentVolume: bound, used, deleted, released. */
import type { Tour } from '../../tours/tour.ts';

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: manual
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`;
const volume = `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk-1
spec:
  storageClassName: manual
  capacity:
    storage: 5Gi
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  hostPath:
    path: /mnt/disk-1
`;
const writer = `apiVersion: v1
kind: Pod
metadata:
  name: writer
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, "echo kept >> /data/log; cat /data/log; sleep 3600"]
    volumeMounts:
    - name: data
      mountPath: /data
  volumes:
  - name: data
    persistentVolumeClaim:
      claimName: data
`;

export const tour: Tour = {
  id: 'volumes',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl apply -f -', stdin: claim },
    { after: 2, line: 'kubectl get pvc' },
    { after: 1, line: 'kubectl apply -f -', stdin: volume },
    { after: 20, line: 'kubectl get pv,pvc' },
    { after: 1, line: 'kubectl apply -f -', stdin: writer },
    { after: 4, line: 'kubectl delete pvc data --wait=false' },
    { after: 2, line: 'kubectl get pvc' },
    { after: 1, line: 'kubectl delete pod writer' },
    { after: 20, line: 'kubectl get pv' },
  ],
  chapters: [
    {
      id: 'bind',
      beats: [
        { id: 'claim', at: /^kubectl\/print~2$/ },
        { id: 'volume', at: /^etcd\/commit\/persistentvolumes\/disk-1$/ },
        { id: 'bound', at: /^etcd\/commit\/persistentvolumes\/disk-1~3$/, ask: { right: 2 } },
        {
          id: 'mounted',
          at: /^node-\d\/kubelet\/pod-sync-step\/default\/writer\/wait-for-volumes$/,
        },
      ],
      covers: [],
    },
    {
      id: 'keep',
      beats: [
        { id: 'protected', at: /^kubectl\/print~7$/, ask: { right: 1 } },
        {
          id: 'unmounted',
          at: /^node-\d\/kubelet\/pod-sync-step\/default\/writer\/unmount-volumes$/,
        },
        { id: 'gone', at: /^etcd\/commit\/persistentvolumeclaims\/default\/data~5$/ },
        { id: 'released', at: /^kubectl\/print~9$/ },
      ],
      covers: [],
    },
  ],
};
