/**
 * The strategy of each resource. A kind without an entry is stored as sent, after a check of its
 * metadata; its status, if any, can only be written through the status subresource.
 */
import { qualifiedResource } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { celOf } from '#k8s.io/apiserver/cel/cel';
import {
  customResourceDefinitions,
  groupResource as nameOf,
} from '#k8s.io/client-go/rest/resource';
import { crdStrategy } from '../apiextensions/crd-strategy.ts';
import type { Expressions } from '../apiextensions/rules.ts';
import { policyBindingStrategies, policyStrategies } from './admissionregistration/strategies.ts';
import { validateApiService, withLocalStatus } from './apiregistration/api-service.ts';
import { daemonSetStrategy } from './apps/daemon-set.ts';
import { deploymentStrategy } from './apps/deployment.ts';
import { replicaSetStrategy } from './apps/replica-set.ts';
import { statefulSetStrategy } from './apps/stateful-set.ts';
import { autoscalerStrategy } from './autoscaling/horizontal-pod-autoscaler.ts';
import { cronJobStrategy } from './batch/cron-job.ts';
import { jobStrategy } from './batch/job.ts';
import { certificateSigningRequestStrategy } from './certificates/certificate-signing-request.ts';
import { generational, statusStrategy } from './common-strategies.ts';
import { leaseStrategy } from './coordination/lease.ts';
import { configMapStrategy, secretStrategy } from './core/config.ts';
import { endpointsStrategy } from './core/endpoints.ts';
import { eventStrategy } from './core/event.ts';
import { limitRangeStrategy } from './core/limit-range.ts';
import { namespaceStrategy } from './core/namespace.ts';
import { nodeStrategy } from './core/node.ts';
import {
  persistentVolumeClaimStrategy,
  persistentVolumeStrategy,
} from './core/persistent-volume.ts';
import { podStrategy } from './core/pod/strategy.ts';
import {
  validateReplicationController,
  validateRevision,
  validateTemplateObject,
} from './core/replication-controller.ts';
import { resourceQuotaStrategy } from './core/resource-quota.ts';
import { serviceStrategy } from './core/service/strategy.ts';
import { endpointSliceStrategy } from './discovery/endpoint-slice.ts';
import { ingressClassStrategy, ingressStrategy } from './networking/ingress.ts';
import { networkPolicyStrategy } from './networking/network-policy.ts';
import { ipAddressStrategy, serviceCidrStrategy } from './networking/service-addresses.ts';
import { runtimeClassStrategy } from './node/runtime-class.ts';
import { podDisruptionBudgetStrategy } from './policy/pod-disruption-budget.ts';
import { pathSegmentErrors, rbacStrategies } from './rbac/strategies.ts';
import { priorityClassStrategy } from './scheduling/priority-class.ts';
import { storageStrategies } from './storage/strategies.ts';
import { type AnyStrategy, defineStrategy, withStatus } from './strategy.ts';

/** A kind whose status the server sets, without a generation. */
const withServerStatus = (initial: unknown, more: Partial<AnyStrategy> = {}): AnyStrategy =>
  defineStrategy<KubeObject>({
    prepareForCreate: (object) => withStatus(object, initial),
    prepareForUpdate: (object, old) => withStatus(object, old.status),
    status: statusStrategy<KubeObject>(),
    ...more,
  });

const counted = (initial: unknown, more: Partial<AnyStrategy> = {}): AnyStrategy =>
  defineStrategy<KubeObject>({ ...generational<KubeObject>(initial), ...more });

const plain = defineStrategy({});
const returned = defineStrategy({ returnDeletedObject: true });

const byResource: Readonly<Record<string, AnyStrategy>> = {
  pods: podStrategy,
  services: serviceStrategy,
  nodes: nodeStrategy,
  namespaces: namespaceStrategy,
  configmaps: configMapStrategy,
  secrets: secretStrategy,
  events: eventStrategy,
  'events.events.k8s.io': eventStrategy,
  endpoints: endpointsStrategy,
  limitranges: limitRangeStrategy,
  serviceaccounts: returned,
  resourcequotas: resourceQuotaStrategy,
  persistentvolumes: persistentVolumeStrategy,
  persistentvolumeclaims: persistentVolumeClaimStrategy,
  podtemplates: counted(undefined, {
    returnDeletedObject: true,
    validate: validateTemplateObject,
    validateUpdate: validateTemplateObject,
  }),
  replicationcontrollers: counted(
    { replicas: 0 },
    {
      garbageCollection: 'orphan',
      validate: validateReplicationController,
      validateUpdate: validateReplicationController,
    },
  ),
  'controllerrevisions.apps': defineStrategy({ validate: validateRevision }),
  'deployments.apps': deploymentStrategy,
  'replicasets.apps': replicaSetStrategy,
  'daemonsets.apps': daemonSetStrategy,
  'statefulsets.apps': statefulSetStrategy,
  'jobs.batch': jobStrategy,
  'cronjobs.batch': cronJobStrategy,
  'certificatesigningrequests.certificates.k8s.io': certificateSigningRequestStrategy,
  'leases.coordination.k8s.io': leaseStrategy,
  'endpointslices.discovery.k8s.io': endpointSliceStrategy,
  'runtimeclasses.node.k8s.io': runtimeClassStrategy,
  ...rbacStrategies,
  ...storageStrategies,
  'poddisruptionbudgets.policy': podDisruptionBudgetStrategy,
  'horizontalpodautoscalers.autoscaling': autoscalerStrategy,
  'ingresses.networking.k8s.io': ingressStrategy,
  'networkpolicies.networking.k8s.io': networkPolicyStrategy,
  'ingressclasses.networking.k8s.io': ingressClassStrategy,
  'ipaddresses.networking.k8s.io': ipAddressStrategy,
  'servicecidrs.networking.k8s.io': serviceCidrStrategy,
  'flowschemas.flowcontrol.apiserver.k8s.io': counted({}),
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': counted({}),
  'priorityclasses.scheduling.k8s.io': priorityClassStrategy,
  ...policyBindingStrategies,
  'apiservices.apiregistration.k8s.io': withServerStatus(
    {},
    {
      prepareForCreate: withLocalStatus,
      nameErrors: pathSegmentErrors,
      validate: validateApiService,
      validateUpdate: validateApiService,
    },
  ),
  'resourceclaims.resource.k8s.io': withServerStatus({}),
  'resourceslices.resource.k8s.io': counted(undefined, {
    fields: { 'spec.nodeName': specText('nodeName'), 'spec.driver': specText('driver') },
  }),
  'deviceclasses.resource.k8s.io': counted(undefined),
};

const definitions = nameOf(customResourceDefinitions);

/** The strategy of a kind with expressions in its objects. */
const withExpressions = (name: string, env: Expressions): AnyStrategy | undefined =>
  name === definitions ? crdStrategy(env) : policyStrategies[name]?.(celOf(env));

/** A text field of the spec as a selectable field. */
function specText(field: string): (object: KubeObject) => string {
  return (object) => {
    const value = (object as { readonly spec?: Readonly<Record<string, unknown>> }).spec?.[field];
    return typeof value === 'string' ? value : '';
  };
}

const withStatusOnly = withServerStatus({});

/** The strategy of a resource; expressions in its objects are compiled with `env`. */
export function strategyFor(resource: ResourceInfo, env: Expressions): AnyStrategy {
  const name = qualifiedResource(groupResource(resource));
  const named = byResource[name] ?? withExpressions(name, env);
  if (named !== undefined) return named;
  return resource.subresources.some(({ name }) => name === 'status') ? withStatusOnly : plain;
}
