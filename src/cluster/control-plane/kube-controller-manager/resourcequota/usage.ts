/**
 * The usage of what a quota limits, in its namespace. Models
 * kubernetes/pkg/quota/v1/evaluator/core: pods, services, and the counting of objects.
 */

import type {
  Container,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Service,
} from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, compareQuantities } from '#k8s.io/apimachinery/quantity';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';

type Amounts = Readonly<Record<string, string>>;

/** The objects of a resource (`pods`, `deployments.apps`) in a namespace. */
export type ObjectsOf = (resource: string, namespace: string) => readonly KubeObject[];

/** Core resources that are limited under their plain name. */
const counted: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

/** Whether a limit applies to objects of a resource. Source: Evaluator.MatchingResources. */
export function isUseOf(limit: string, resource: string): boolean {
  if (limit.startsWith('count/')) return limit.slice(6) === resource;
  if (counted.has(limit)) return limit === resource;
  if (limit.startsWith('services.')) return resource === 'services';
  if (limit === 'requests.storage' || limit.includes(ofClass)) {
    return resource === 'persistentvolumeclaims';
  }
  return resource === 'pods';
}

/** The usage of everything that the quota limits. */
export function usageOf(quota: ResourceQuota, objectsOf: ObjectsOf): Amounts {
  const { namespace } = quota.metadata;
  const pods = (objectsOf('pods', namespace) as readonly Pod[]).filter(
    (pod) => !isPodTerminal(pod) && isInScope(quota, pod),
  );
  const used: Record<string, string> = {};
  for (const name of Object.keys(quota.spec.hard ?? {})) {
    const use = amountOf(name, namespace, pods, objectsOf);
    if (use !== undefined) used[name] = use;
  }
  return used;
}

function amountOf(
  name: string,
  namespace: string,
  pods: readonly Pod[],
  objectsOf: ObjectsOf,
): string | undefined {
  if (name === 'pods' || name === 'count/pods') return String(pods.length);
  if (name.startsWith('count/')) return String(objectsOf(name.slice(6), namespace).length);
  if (counted.has(name)) return String(objectsOf(name, namespace).length);
  if (name.startsWith('services.')) {
    return servicesOfType(name, objectsOf('services', namespace) as readonly Service[]);
  }
  if (name === 'requests.storage' || name.includes(ofClass)) {
    return claimAmount(name, objectsOf('persistentvolumeclaims', namespace));
  }
  const [kind, resource] = name.startsWith('limits.')
    ? (['limits', name.slice(7)] as const)
    : (['requests', name.replace(/^requests\./, '')] as const);
  if (!isComputeResource(name, resource)) return undefined;
  return pods.reduce((sum, pod) => addQuantities(sum, podAmount(pod, kind, resource)), '0');
}

/** An extended resource is only limited by its requests. Source: IsExtendedResourceName. */
function isComputeResource(name: string, resource: string): boolean {
  if (['cpu', 'memory', 'ephemeral-storage'].includes(resource)) return true;
  if (!name.startsWith('requests.')) return false;
  return resource.startsWith('hugepages-') || /^(?!.*kubernetes\.io\/).+\/.+$/.test(resource);
}

const ofClass = '.storageclass.storage.k8s.io/';

/** The requested storage or the number of claims, for all classes or for one. */
function claimAmount(name: string, objects: readonly KubeObject[]): string | undefined {
  const at = name.indexOf(ofClass);
  const what = at < 0 ? name : name.slice(at + ofClass.length);
  const claims = (objects as readonly PersistentVolumeClaim[]).filter(
    ({ spec }) => at < 0 || spec.storageClassName === name.slice(0, at),
  );
  if (what === 'persistentvolumeclaims') return String(claims.length);
  if (what !== 'requests.storage') return undefined;
  const asked = ({ spec }: PersistentVolumeClaim) => spec.resources?.requests?.['storage'] ?? '0';
  return claims.reduce((sum, claim) => addQuantities(sum, asked(claim)), '0');
}

function servicesOfType(name: string, services: readonly Service[]): string | undefined {
  if (name === 'services.loadbalancers') {
    return String(services.filter(({ spec }) => spec.type === 'LoadBalancer').length);
  }
  if (name !== 'services.nodeports') return undefined;
  const withPorts = services.filter(({ spec }) => spec.type === 'NodePort');
  return String(withPorts.reduce((sum, { spec }) => sum + (spec.ports ?? []).length, 0));
}

/**
 * The sum of the containers or the largest init container, whichever is more. Source:
 * resourcehelper PodRequests.
 */
function podAmount({ spec }: Pod, kind: 'limits' | 'requests', resource: string): string {
  const of = ({ resources }: Container): string => resources?.[kind]?.[resource] ?? '0';
  let sum = spec.containers.reduce((total, container) => addQuantities(total, of(container)), '0');
  for (const init of spec.initContainers ?? []) {
    if (init.restartPolicy === 'Always') sum = addQuantities(sum, of(init));
    else if (compareQuantities(of(init), sum) > 0) sum = of(init);
  }
  return sum;
}

/** Whether the quota counts this pod. Source: evaluator/core podMatchesScopeFunc. */
function isInScope({ spec: { scopes = [], scopeSelector } }: ResourceQuota, pod: Pod): boolean {
  if (!scopes.every((scope) => matchesScope(scope, pod))) return false;
  return (scopeSelector?.matchExpressions ?? []).every(({ scopeName, operator, values = [] }) => {
    if (scopeName !== 'PriorityClass' || operator === 'Exists') return matchesScope(scopeName, pod);
    const { priorityClassName = '' } = pod.spec;
    if (operator === 'DoesNotExist') return priorityClassName === '';
    return values.includes(priorityClassName) === (operator === 'In');
  });
}

function matchesScope(scope: string, { spec, status }: Pod): boolean {
  const isBestEffort = status?.qosClass === 'BestEffort';
  const ends = spec.activeDeadlineSeconds !== undefined;
  switch (scope) {
    case 'BestEffort':
      return isBestEffort;
    case 'NotBestEffort':
      return !isBestEffort;
    case 'Terminating':
      return ends;
    case 'NotTerminating':
      return !ends;
    case 'PriorityClass':
      return spec.priorityClassName !== undefined;
    default:
      return false;
  }
}
