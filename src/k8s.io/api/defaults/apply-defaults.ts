/**
 * Defaulting: what the API server fills in before anything else looks at an object.
 *
 * Models the defaulting funcs that k8s.io/apimachinery/pkg/runtime Scheme.Default calls by kind.
 * In: a decoded object of any kind. Out: the object with its defaults, the very same value when
 * there is nothing to fill in or when the kind has no defaults.
 */
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import {
  defaultEndpoints,
  defaultLimitRange,
  defaultNamespace,
  defaultNode,
  defaultPersistentVolume,
  defaultPersistentVolumeClaim,
  defaultResourceQuota,
  defaultSecret,
  defaultService,
} from './core.ts';
import {
  defaultCsiDriver,
  defaultEndpointSlice,
  defaultFlowSchema,
  defaultIngressClass,
  defaultMutatingPolicy,
  defaultMutatingWebhooks,
  defaultNetworkPolicy,
  defaultPolicyBinding,
  defaultPriorityClass,
  defaultPriorityLevel,
  defaultRoleBinding,
  defaultStorageClass,
  defaultTokenRequest,
  defaultValidatingPolicy,
  defaultValidatingWebhooks,
} from './groups.ts';
import { defaultPod } from './pod.ts';
import {
  defaultAutoscaler,
  defaultCronJob,
  defaultDaemonSet,
  defaultDeployment,
  defaultJob,
  defaultOldAutoscaler,
  defaultReplicaSet,
  defaultReplicationController,
  defaultStatefulSet,
  defaultTemplateObject,
} from './workloads.ts';

/** Each function is only ever called with objects of the kind it is listed under. */
type Defaulter = (object: never) => object;

const admission = 'admissionregistration.k8s.io/v1';
const rbac = 'rbac.authorization.k8s.io/v1';

const defaulters: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['v1/Pod', defaultPod],
  ['v1/PodTemplate', defaultTemplateObject],
  ['v1/ReplicationController', defaultReplicationController],
  ['v1/Service', defaultService],
  ['v1/Namespace', defaultNamespace],
  ['v1/Node', defaultNode],
  ['v1/Secret', defaultSecret],
  ['v1/Endpoints', defaultEndpoints],
  ['v1/LimitRange', defaultLimitRange],
  ['v1/ResourceQuota', defaultResourceQuota],
  ['v1/PersistentVolume', defaultPersistentVolume],
  ['v1/PersistentVolumeClaim', defaultPersistentVolumeClaim],
  ['apps/v1/Deployment', defaultDeployment],
  ['apps/v1/ReplicaSet', defaultReplicaSet],
  ['apps/v1/DaemonSet', defaultDaemonSet],
  ['apps/v1/StatefulSet', defaultStatefulSet],
  ['batch/v1/Job', defaultJob],
  ['batch/v1/CronJob', defaultCronJob],
  ['autoscaling/v1/HorizontalPodAutoscaler', defaultOldAutoscaler],
  ['autoscaling/v2/HorizontalPodAutoscaler', defaultAutoscaler],
  ['discovery.k8s.io/v1/EndpointSlice', defaultEndpointSlice],
  ['networking.k8s.io/v1/NetworkPolicy', defaultNetworkPolicy],
  ['networking.k8s.io/v1/IngressClass', defaultIngressClass],
  [`${rbac}/RoleBinding`, defaultRoleBinding],
  [`${rbac}/ClusterRoleBinding`, defaultRoleBinding],
  ['storage.k8s.io/v1/StorageClass', defaultStorageClass],
  ['storage.k8s.io/v1/CSIDriver', defaultCsiDriver],
  ['scheduling.k8s.io/v1/PriorityClass', defaultPriorityClass],
  ['flowcontrol.apiserver.k8s.io/v1/FlowSchema', defaultFlowSchema],
  ['flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration', defaultPriorityLevel],
  ['authentication.k8s.io/v1/TokenRequest', defaultTokenRequest],
  [`${admission}/ValidatingWebhookConfiguration`, defaultValidatingWebhooks],
  [`${admission}/MutatingWebhookConfiguration`, defaultMutatingWebhooks],
  [`${admission}/ValidatingAdmissionPolicy`, defaultValidatingPolicy],
  [`${admission}/MutatingAdmissionPolicy`, defaultMutatingPolicy],
  [`${admission}/ValidatingAdmissionPolicyBinding`, defaultPolicyBinding],
  [`${admission}/MutatingAdmissionPolicyBinding`, defaultPolicyBinding],
]);

/** Source: runtime Scheme.Default. */
export function applyDefaults<T extends KubeObject | New<KubeObject>>(object: T): T {
  const defaulter = defaulters.get(`${object.apiVersion}/${object.kind}`);
  // The table pairs every kind with the function for its type.
  return defaulter === undefined ? object : (defaulter(object as never) as T);
}
