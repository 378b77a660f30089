/** Minimal manifests of many kinds, and the errors that a server finds in them. */
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import { type ApiFixture, messageOf } from './api.test.fixture.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: object;
}

function pathOf(manifest: Manifest): string {
  const { groupVersionPath, namespaced, plural } = resourceOf(manifest as never);
  return `${groupVersionPath}${namespaced ? '/namespaces/default' : ''}/${plural}`;
}

/** The errors, one for each field. */
const causesOf = ({ details, message }: Status): readonly string[] =>
  details?.causes?.map((cause) => `${cause.field}: ${cause.message}`) ?? [String(message)];

/** The errors of a server that refuses an object. */
export function faultsOf(api: ApiFixture, manifest: Manifest): readonly string[] {
  const named = { ...manifest, metadata: manifest.metadata ?? { name: 'it' } };
  return causesOf(api.create(`${pathOf(manifest)}?dryRun=All`, named).body as Status);
}

/** The errors of a server that refuses a change to an existing object. */
export function changeFaultsOf(
  api: ApiFixture,
  manifest: Manifest,
  patch: object,
): readonly string[] {
  const fixed = { ...manifest, metadata: { name: 'fixed' } };
  const made = api.create(pathOf(manifest), fixed);
  if (made.code >= 400) throw new Error(messageOf(made));
  const path = `${pathOf(manifest)}/fixed`;
  return causesOf(api.patch(path, 'merge-patch+json', patch).body as Status);
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

export const maps = '/api/v1/namespaces/default/configmaps';
export const pods = '/api/v1/namespaces/default/pods';
export const deployments = '/apis/apps/v1/namespaces/default/deployments';

export const configMap = (name: string, more: object = {}) =>
  core('ConfigMap', { metadata: { name, ...more }, data: { a: '1' } });
export const podNamed = (name: string, spec: object = {}) => ({
  ...pod(spec),
  metadata: { name, labels: { app: name } },
});
export const deploymentNamed = (name: string, spec: object = {}) => ({
  ...apps('Deployment', {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: podSpec },
    ...spec,
  }),
  metadata: { name },
});
export const binding = (name: string, node: string) =>
  core('Binding', { metadata: { name }, target: { kind: 'Node', name: node } });
