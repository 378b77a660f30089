/** Manifests of many kinds, each as small as it can be, and the faults that a server finds. */
import { expect } from 'vitest';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import type { ApiFixture } from './api.test.fixture.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: object;
}

export function pathOf(manifest: Manifest): string {
  const { groupVersionPath, namespaced, plural } = resourceOf(manifest as never);
  return `${groupVersionPath}${namespaced ? '/namespaces/default' : ''}/${plural}`;
}

/** What is wrong, field by field. */
export const causesOf = ({ details, message }: Status): readonly string[] =>
  details?.causes?.map((cause) => `${cause.field}: ${cause.message}`) ?? [String(message)];

/** What a server says is wrong with an object that it does not keep. */
export function faultsOf(api: ApiFixture, manifest: Manifest): readonly string[] {
  const named = { ...manifest, metadata: manifest.metadata ?? { name: 'it' } };
  return causesOf(api.create(`${pathOf(manifest)}?dryRun=All`, named).body as Status);
}

export const apps = (kind: string, spec: object) => ({ apiVersion: 'apps/v1', kind, spec });
export const podSpec = { containers: [{ name: 'a', image: 'nginx' }] };
export const template = { metadata: { labels: { app: 'a' } }, spec: podSpec };
const selector = { matchLabels: { app: 'a' } };
export const deployment = (more: object) => apps('Deployment', { selector, template, ...more });
export const pod = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  spec: { ...podSpec, ...spec },
});
export const container = (more: object) =>
  pod({ containers: [{ name: 'a', image: 'x', ...more }] });
export const rolling = (rollingUpdate: object) => ({
  strategy: { type: 'RollingUpdate', rollingUpdate },
});
export const core = (kind: string, more: object) => ({ apiVersion: 'v1', kind, ...more });
export const service = (spec: object) =>
  core('Service', { spec: { ports: [{ port: 80 }], ...spec } });
export const claim = (spec: object) =>
  core('PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
export const volume = (spec: object) =>
  core('PersistentVolume', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      hostPath: { path: '/x' },
      ...spec,
    },
  });
export const group = (apiVersion: string, kind: string, more: object) => ({
  apiVersion,
  kind,
  ...more,
});
export const limits = (...items: object[]) => core('LimitRange', { spec: { limits: items } });
export const quota = (spec: object) => core('ResourceQuota', { spec });
export const secret = (type: string, data: object = {}) => core('Secret', { type, data });
export const rbac = (kind: string, more: object) =>
  group('rbac.authorization.k8s.io/v1', kind, more);
export const role = (...rules: object[]) => rbac('Role', { rules });
export const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
export const net = (kind: string, spec: object) => group('networking.k8s.io/v1', kind, { spec });
export const budget = (spec: object) => group('policy/v1', 'PodDisruptionBudget', { spec });
export const storageClass = (more: object) =>
  group('storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/p', ...more });

/** A text that is wanted whole, or as a pattern. */
export const matching = (text: string | RegExp) =>
  typeof text === 'string' ? text : expect.stringMatching(text);
