import { describe, expect, it } from 'vitest';
import type { Pod, ResourceQuota } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ObjectsOf, usageOf } from './usage.ts';

const meta = (name: string) => ({
  name,
  namespace: 'default',
  uid: name,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
});

const object = (
  kind: string,
  name: string,
  spec: object,
): KubeObject & { readonly spec: object } => ({
  apiVersion: 'v1',
  kind,
  metadata: meta(name),
  spec,
});

const quota = (...names: readonly string[]): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: meta('quota'),
  spec: { hard: Object.fromEntries(names.map((name) => [name, '100'])) },
});

const holding =
  (content: Readonly<Record<string, readonly KubeObject[]>>): ObjectsOf =>
  (resource) =>
    content[resource] ?? [];

const asking = (cpu: string, more: object = {}) => ({
  name: 'c',
  image: 'i',
  resources: { requests: { cpu }, limits: { cpu } },
  ...more,
});

describe('what a namespace uses', () => {
  it('is for a pod the sum of its containers, or its largest init container', () => {
    const use = (spec: Partial<Pod['spec']>): string | undefined =>
      usageOf(quota('requests.cpu'), holding({ pods: [object('Pod', 'p', spec)] }))['requests.cpu'];
    const containers = [asking('100m'), asking('200m')];
    expect(use({ containers })).toBe('300m');
    expect(use({ containers, initContainers: [asking('250m')] })).toBe('300m');
    expect(use({ containers, initContainers: [asking('1')] })).toBe('1');
  });

  it('is of an extended resource what is requested', () => {
    const limit = 'requests.example.com/dongle';
    const resources = { requests: { 'example.com/dongle': '3' } };
    const pod = object('Pod', 'p', { containers: [asking('100m', { resources })] });
    expect(usageOf(quota(limit), holding({ pods: [pod] }))).toEqual({ [limit]: '3' });
    expect(usageOf(quota('limits.example.com/dongle'), holding({ pods: [pod] }))).toEqual({});
  });

  it('counts a sidecar beside the containers', () => {
    const sidecar = asking('50m', { restartPolicy: 'Always' });
    const pod = object('Pod', 'p', { containers: [asking('100m')], initContainers: [sidecar] });
    expect(usageOf(quota('cpu', 'limits.cpu'), holding({ pods: [pod] }))).toEqual({
      cpu: '150m',
      'limits.cpu': '150m',
    });
  });

  it('counts Services, and the ports that they open on every node', () => {
    const ports = [{ port: 80 }, { port: 443 }];
    const services = [
      object('Service', 'a', { type: 'NodePort', ports }),
      object('Service', 'b', { type: 'ClusterIP', ports }),
    ];
    const names = ['services', 'services.nodeports', 'services.loadbalancers'];
    expect(usageOf(quota(...names), holding({ services }))).toEqual({
      services: '2',
      'services.nodeports': '2',
      'services.loadbalancers': '0',
    });
  });

  it('counts storage of all claims, and of one class', () => {
    const claim = (name: string, storageClassName: string, storage: string) =>
      object('PersistentVolumeClaim', name, {
        storageClassName,
        resources: { requests: { storage } },
      });
    const persistentvolumeclaims = [claim('a', 'fast', '1Gi'), claim('b', 'slow', '2Gi')];
    const ofFast = 'fast.storageclass.storage.k8s.io/';
    const names = [
      'requests.storage',
      `${ofFast}requests.storage`,
      `${ofFast}persistentvolumeclaims`,
    ];
    expect(usageOf(quota(...names), holding({ persistentvolumeclaims }))).toEqual({
      'requests.storage': '3Gi',
      [`${ofFast}requests.storage`]: '1Gi',
      [`${ofFast}persistentvolumeclaims`]: '1',
    });
  });
});
