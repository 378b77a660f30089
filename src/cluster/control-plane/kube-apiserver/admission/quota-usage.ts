/**
 * The usage of a quota by one new object, and whether a quota applies to it at all.
 *
 * Models kubernetes pkg/quota/v1/evaluator/core: pods (with scopes), services, claims; for all
 * other kinds only their number counts.
 */
import { defined } from '#base/defined';
import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, compareQuantities } from '#k8s.io/apimachinery/quantity';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

export type Amounts = Readonly<Record<string, string>>;

/** Resources that quotas count under their plain name. */
const countedPlainly: ReadonlySet<string> = new Set([
  'services',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
]);
const native: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const storageClassSuffix = '.storageclass.storage.k8s.io/';

/** The usage that the new object adds, by the names that quotas use. */
export function usageOf(object: KubeObject, resource: ResourceInfo): Amounts {
  const { plural, group } = resource;
  const counted = { [`count/${plural}${group === '' ? '' : `.${group}`}`]: '1' };
  if (group !== '') return counted;
  if (plural === 'pods') return { ...counted, pods: '1', ...podUsage(object as Pod) };
  if (!countedPlainly.has(plural)) return counted;
  const plain = { ...counted, [plural]: '1' };
  if (plural === 'services') return { ...plain, ...serviceUsage(object as Service) };
  if (plural !== 'persistentvolumeclaims') return plain;
  return { ...plain, ...claimUsage(object as PersistentVolumeClaim) };
}

type Kind = 'requests' | 'limits';

/**
 * The sum of the containers or the largest init container, whichever is more, plus the overhead.
 */
function podUsage({ spec }: Pod): Amounts {
  const usage: Record<string, string> = {};
  for (const kind of ['requests', 'limits'] as const) {
    const totals: Record<string, string> = {};
    const sidecars = (spec.initContainers ?? []).filter(
      ({ restartPolicy }) => restartPolicy === 'Always',
    );
    for (const { resources } of [...spec.containers, ...sidecars]) {
      for (const [name, amount] of Object.entries(resources?.[kind] ?? {})) {
        totals[name] = addQuantities(totals[name] ?? '0', amount);
      }
    }
    for (const init of spec.initContainers ?? []) {
      if (sidecars.includes(init)) continue;
      const { resources } = init;
      for (const [name, amount] of Object.entries(resources?.[kind] ?? {})) {
        const total = totals[name];
        if (total === undefined || compareQuantities(amount, total) > 0) totals[name] = amount;
      }
    }
    for (const [name, amount] of Object.entries(spec.overhead ?? {})) {
      const total = totals[name];
      if (total !== undefined) totals[name] = addQuantities(total, amount);
    }
    for (const [name, amount] of Object.entries(totals)) {
      for (const key of quotaNames(kind, name)) usage[key] = amount;
    }
  }
  return usage;
}

function quotaNames(kind: Kind, name: string): readonly string[] {
  if (kind === 'limits') return native.has(name) ? [`limits.${name}`] : [];
  return native.has(name) || name.startsWith('hugepages-')
    ? [name, `requests.${name}`]
    : [`requests.${name}`];
}

function serviceUsage({ spec }: Service): Amounts {
  const ports = String((spec?.ports ?? []).length);
  if (spec?.type === 'NodePort') return { 'services.nodeports': ports };
  if (spec?.type !== 'LoadBalancer') return {};
  const asked = (spec.ports ?? []).filter(({ nodePort = 0 }) => nodePort !== 0);
  const nodePorts = spec.allocateLoadBalancerNodePorts === false ? String(asked.length) : ports;
  return { 'services.loadbalancers': '1', 'services.nodeports': nodePorts };
}

function claimUsage({ spec }: PersistentVolumeClaim): Amounts {
  const storage = spec.resources?.requests?.['storage'];
  const usage: Record<string, string> = defined({ 'requests.storage': storage });
  const { storageClassName: name = '' } = spec;
  if (name === '') return usage;
  usage[`${name}${storageClassSuffix}persistentvolumeclaims`] = '1';
  if (storage !== undefined) usage[`${name}${storageClassSuffix}requests.storage`] = storage;
  return usage;
}

/** Whether the scopes of a quota include this object: only pods have scopes. */
export function isInScope({ spec }: ResourceQuota, object: KubeObject, plural: string): boolean {
  const { scopes = [], scopeSelector } = spec ?? {};
  const expressions = scopeSelector?.matchExpressions ?? [];
  if (scopes.length === 0 && expressions.length === 0) return true;
  if (plural !== 'pods') return false;
  const pod = object as Pod;
  return (
    scopes.every((scope) => hasScope(scope, pod)) &&
    expressions.every(({ scopeName, operator, values = [] }) => {
      if (scopeName !== 'PriorityClass') return hasScope(scopeName, pod);
      const name = pod.spec.priorityClassName ?? '';
      if (operator === 'Exists') return name !== '';
      if (operator === 'DoesNotExist') return name === '';
      return values.includes(name) === (operator === 'In');
    })
  );
}

function hasScope(scope: string, { spec }: Pod): boolean {
  const isTerminating = (spec.activeDeadlineSeconds ?? -1) >= 0;
  const isBestEffort = [...spec.containers, ...(spec.initContainers ?? [])].every(({ resources }) =>
    ['cpu', 'memory'].every(
      (name) =>
        resources?.requests?.[name] === undefined && resources?.limits?.[name] === undefined,
    ),
  );
  switch (scope) {
    case 'Terminating':
      return isTerminating;
    case 'NotTerminating':
      return !isTerminating;
    case 'BestEffort':
      return isBestEffort;
    case 'NotBestEffort':
      return !isBestEffort;
    case 'PriorityClass':
      return (spec.priorityClassName ?? '') !== '';
    case 'CrossNamespacePodAffinity':
      return usesOtherNamespaces(spec.affinity);
    default:
      return false;
  }
}

function usesOtherNamespaces(affinity: Pod['spec']['affinity']): boolean {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap((part) => [
    ...(part?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(part?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ podAffinityTerm }) => podAffinityTerm,
    ),
  ]);
  return terms.some(
    ({ namespaces, namespaceSelector }) =>
      (namespaces ?? []).length > 0 || namespaceSelector !== undefined,
  );
}
