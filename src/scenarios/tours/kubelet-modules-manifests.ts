/** What the tour of the kubelet's modules gives to the cluster. */

/** Ready after eight seconds, and always alive. */
export const probes = `apiVersion: v1
kind: Pod
metadata:
  name: probes
  labels:
    app: probes
spec:
  containers:
  - name: web
    image: busybox:1.36
    command: [sh, -c, "sleep 8; touch /tmp/ready; sleep 3600"]
    readinessProbe:
      exec:
        command: [cat, /tmp/ready]
      periodSeconds: 2
      failureThreshold: 2
    livenessProbe:
      exec:
        command: ["true"]
      periodSeconds: 5
`;

/** Two containers that share a volume; one serves what the other one wrote. */
export const twoInOne = `apiVersion: v1
kind: Pod
metadata:
  name: two-in-one
spec:
  volumes:
  - name: both
    emptyDir: {}
  containers:
  - name: a
    image: nginx:1.27
    volumeMounts:
    - name: both
      mountPath: /www
  - name: b
    image: busybox:1.36
    command: [sh, -c, "echo written by b > /data/index.html; sleep 3600"]
    volumeMounts:
    - name: both
      mountPath: /data
`;

export const staticWeb = `apiVersion: v1
kind: Pod
metadata:
  name: static-web
spec:
  containers:
  - name: web
    image: nginx:1.28
`;

/** Takes so many MiB, and asks for some of them. */
const hungry = (name: string, usedMi: number, request: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  nodeName: node-1
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, "dd if=/dev/zero of=/dev/shm/x bs=1M count=${usedMi}; sleep 3600"]
    resources: ${request}
`;

export const burstAndBest = `${hungry('burst', 200, '{requests: {memory: 100Mi}}')}---
${hungry('best', 50, '{}')}`;

export const oom = `apiVersion: v1
kind: Pod
metadata:
  name: oom
spec:
  containers:
  - name: app
    image: busybox:1.36
    command: [tail, /dev/zero]
    resources:
      limits:
        memory: 32Mi
`;

export const hooks = `apiVersion: v1
kind: Pod
metadata:
  name: hooks
spec:
  terminationGracePeriodSeconds: 10
  containers:
  - name: web
    image: busybox:1.36
    command: [sh, -c, "sleep 3600"]
    lifecycle:
      preStop:
        exec:
          command: [sleep, "3"]
`;
