/**
 * What the service controller reads off Services and Nodes.
 * Models the predicates of k8s.io/cloud-provider controllers/service/controller.go.
 */
import type { Node, Service } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';

export const loadBalancerCleanupFinalizer = 'service.kubernetes.io/load-balancer-cleanup';
const excludeFromBalancers = 'node.kubernetes.io/exclude-from-external-load-balancers';
const toBeDeletedTaint = 'ToBeDeletedByClusterAutoscaler';

export const hasFinalizer = ({ metadata }: Service): boolean =>
  metadata.finalizers?.includes(loadBalancerCleanupFinalizer) === true;

/** A Service with a class of its own is somebody else's. */
export const wantsLoadBalancer = ({ spec }: Service): boolean =>
  spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined;

export const needsCleanup = (service: Service): boolean =>
  hasFinalizer(service) &&
  (service.metadata.deletionTimestamp !== undefined || service.spec.type !== 'LoadBalancer');

/** Of the spec, what a load balancer depends on. */
const watched = [
  'loadBalancerSourceRanges',
  'ports',
  'sessionAffinity',
  'sessionAffinityConfig',
  'loadBalancerIP',
  'externalIPs',
  'externalTrafficPolicy',
  'healthCheckNodePort',
  'ipFamilies',
] as const;

/** Whether a change of a Service concerns its load balancer. Source: needsUpdate. */
export function needsUpdate(old: Service, now: Service): boolean {
  if (!wantsLoadBalancer(old) && !wantsLoadBalancer(now)) return false;
  if (wantsLoadBalancer(old) !== wantsLoadBalancer(now)) return true;
  if (old.metadata.uid !== now.metadata.uid) return true;
  if (!deepEqual(old.metadata.annotations, now.metadata.annotations)) return true;
  return watched.some((field) => !deepEqual(old.spec[field], now.spec[field]));
}

/** Source: nodeIncludedPredicate. Values are read as strconv.ParseBool reads them. */
function isIncluded({ metadata }: Node): boolean {
  const value = metadata.labels?.[excludeFromBalancers];
  return value === undefined || /^(0|f|F|false|False|FALSE)$/.test(value);
}

/**
 * The nodes that a load balancer passes packets on to, whether or not they are ready: the load
 * balancer's own health checks are for that. Source: stableNodeSetPredicates.
 */
export const stableNodeSet = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter(
    (node) =>
      node.metadata.deletionTimestamp === undefined &&
      isIncluded(node) &&
      node.spec.taints?.some(({ key }) => key === toBeDeletedTaint) !== true,
  );

/** Source: nodesSufficientlyEqual: by name and provider. */
export function areSameNodes(old: readonly Node[], now: readonly Node[]): boolean {
  const distilled = (nodes: readonly Node[]): readonly string[] =>
    nodes.map(({ metadata, spec }) => `${metadata.name} ${spec.providerID ?? ''}`).sort();
  return deepEqual(distilled(old), distilled(now));
}

/** Source: shouldSyncUpdatedNode. */
export const shouldSyncUpdatedNode = (old: Node, now: Node): boolean =>
  isIncluded(old) !== isIncluded(now) || old.spec.providerID !== now.spec.providerID;
