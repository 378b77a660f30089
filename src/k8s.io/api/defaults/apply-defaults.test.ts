import { describe, expect, it } from 'vitest';
import { asJson, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { applyDefaults } from './apply-defaults.ts';

const defaulted = (apiVersion: string, kind: string, rest: JsonObject): JsonObject => {
  const object: New<KubeObject> = { apiVersion, kind, metadata: { name: 'x' }, ...rest };
  const once = applyDefaults(object);
  expect(applyDefaults(once), 'defaulting twice changes nothing').toBe(once);
  return asJson(once);
};

const podDefaults = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
  schedulerName: 'default-scheduler',
};
const containerDefaults = {
  resources: {},
  imagePullPolicy: 'Always',
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

describe('defaulting', () => {
  it('rolls a deployment by a quarter and keeps ten revisions', () => {
    const template = { spec: { containers: [{ name: 'a', image: 'nginx' }] } };
    expect(
      defaulted('apps/v1', 'Deployment', { spec: { selector: {}, template } })['spec'],
    ).toEqual({
      selector: {},
      replicas: 1,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
      },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: {
        spec: {
          containers: [{ name: 'a', image: 'nginx', ...containerDefaults }],
          ...podDefaults,
        },
      },
    });
  });

  it('gives Recreate no rolling parameters, and keeps an explicit zero', () => {
    const spec = { replicas: 0, strategy: { type: 'Recreate' }, selector: {}, template: {} };
    expect(defaulted('apps/v1', 'Deployment', { spec })['spec']).toMatchObject({
      replicas: 0,
      strategy: { type: 'Recreate' },
    });
  });

  it('sets requests to limits in a pod, but not in a template', () => {
    const containers = [{ name: 'a', image: 'nginx:1', resources: { limits: { cpu: '500m' } } }];
    const resources = { limits: { cpu: '500m' }, requests: { cpu: '500m' } };
    expect(defaulted('v1', 'Pod', { spec: { containers } })['spec']).toEqual({
      containers: [
        {
          name: 'a',
          image: 'nginx:1',
          ...containerDefaults,
          imagePullPolicy: 'IfNotPresent',
          resources,
        },
      ],
      ...podDefaults,
      enableServiceLinks: true,
    });
    const spec = { selector: {}, template: { spec: { containers } } };
    expect(defaulted('apps/v1', 'ReplicaSet', { spec })).toMatchObject({
      spec: {
        replicas: 1,
        template: { spec: { containers: [{ resources: { limits: { cpu: '500m' } } }] } },
      },
    });
  });

  it('fills in probes, ports, volumes and field references', () => {
    const spec = {
      hostNetwork: true,
      containers: [
        {
          name: 'a',
          image: 'nginx',
          ports: [{ containerPort: 80 }],
          livenessProbe: { httpGet: { port: 80 } },
          env: [{ name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
        },
      ],
      volumes: [
        { name: 'e' },
        { name: 'c', configMap: { name: 'cm' } },
        { name: 'h', hostPath: { path: '/' } },
      ],
    };
    expect(defaulted('v1', 'Pod', { spec })['spec']).toMatchObject({
      containers: [
        {
          ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
          livenessProbe: {
            httpGet: { port: 80, path: '/', scheme: 'HTTP' },
            timeoutSeconds: 1,
            periodSeconds: 10,
            successThreshold: 1,
            failureThreshold: 3,
          },
          env: [{ valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } }],
        },
      ],
      volumes: [
        { name: 'e', emptyDir: {} },
        { name: 'c', configMap: { name: 'cm', defaultMode: 420 } },
        { name: 'h', hostPath: { path: '/', type: '' } },
      ],
    });
  });

  it('keeps a volume and gives it the empty type of its folder', () => {
    expect(
      defaulted('v1', 'PersistentVolume', { spec: { hostPath: { path: '/d' } } }),
    ).toMatchObject({
      spec: { hostPath: { path: '/d', type: '' }, persistentVolumeReclaimPolicy: 'Retain' },
      status: { phase: 'Pending' },
    });
  });

  it('opens a service inside the cluster, and to the outside where its type says so', () => {
    expect(defaulted('v1', 'Service', { spec: { ports: [{ port: 80 }] } })['spec']).toEqual({
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
      internalTrafficPolicy: 'Cluster',
    });
    const external = { type: 'LoadBalancer', sessionAffinity: 'ClientIP', ports: [] };
    expect(defaulted('v1', 'Service', { spec: external })['spec']).toMatchObject({
      externalTrafficPolicy: 'Cluster',
      allocateLoadBalancerNodePorts: true,
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
    });
  });

  it('takes the limits of a pod for its requests where no container asks', () => {
    const spec = {
      containers: [{ name: 'a', image: 'x', resources: { requests: { cpu: '100m' } } }],
      resources: { limits: { cpu: '1', memory: '1Gi' } },
    };
    expect(defaulted('v1', 'Pod', { spec })['spec']).toMatchObject({
      resources: { requests: { cpu: '100m', memory: '1Gi' } },
    });
  });

  it('labels a namespace with its name', () => {
    expect(defaulted('v1', 'Namespace', {})).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } },
      status: { phase: 'Active' },
    });
  });

  it('leaves kinds without defaults as they are', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: {} };
    expect(applyDefaults(object)).toBe(object);
  });
});
