/**
 * Which strategy each resource has. A kind that is not named is stored as it comes, with its
 * metadata checked, and its status (if it has one) written only through the status subresource.
 */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { qualifiedResource } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { daemonSetStrategy } from './apps/daemon-set.ts';
import { deploymentStrategy } from './apps/deployment.ts';
import { replicaSetStrategy } from './apps/replica-set.ts';
import { statefulSetStrategy } from './apps/stateful-set.ts';
import { jobStrategy } from './batch/job.ts';
import { generational, preparedUpdate, statusStrategy } from './common-strategies.ts';
import { configMapStrategy, secretStrategy } from './core/config.ts';
import { eventStrategy } from './core/event.ts';
import { namespaceStrategy } from './core/namespace.ts';
import { nodeStrategy } from './core/node.ts';
import { podStrategy } from './core/pod/strategy.ts';
import { serviceStrategy } from './core/service/strategy.ts';
import { type AnyStrategy, defineStrategy, withGeneration, withStatus } from './strategy.ts';

/** Names that may hold anything but `/` and `%`. Source: path.ValidatePathSegmentName. */
function pathSegmentErrors(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const errors: string[] = [];
  for (const part of ['/', '%']) if (name.includes(part)) errors.push(`may not contain '${part}'`);
  return errors;
}

/** A kind whose whole body counts generations. */
const wholeBody = defineStrategy<KubeObject>({
  prepareForCreate: (object) => withGeneration(object, 1),
  prepareForUpdate: (object, old) =>
    preparedUpdate(
      object,
      old,
      ({ metadata: _, ...a }, { metadata: __, ...b }) => !deepEqual(a, b),
    ),
});

/** A kind whose status is the server's, and that counts no generation. */
const withServerStatus = (initial: unknown, more: Partial<AnyStrategy> = {}): AnyStrategy =>
  defineStrategy<KubeObject>({
    prepareForCreate: (object) => withStatus(object, initial),
    prepareForUpdate: (object, old) => withStatus(object, old.status),
    status: statusStrategy<KubeObject>(),
    ...more,
  });

const counted = (initial: unknown, more: Partial<AnyStrategy> = {}): AnyStrategy =>
  defineStrategy<KubeObject>({ ...generational<KubeObject>(initial), ...more });

const endpointSlice = defineStrategy<EndpointSlice>({
  prepareForCreate: (object) => withGeneration(object, 1),
  prepareForUpdate: (object, old) =>
    preparedUpdate(
      object,
      old,
      ({ metadata: a, ...x }, { metadata: b, ...y }) =>
        !deepEqual(x, y) || !deepEqual(a.labels ?? {}, b.labels ?? {}),
    ),
});

const rbac = defineStrategy({ nameErrors: pathSegmentErrors, createOnUpdate: true });
const plain = defineStrategy({});
const returned = defineStrategy({ returnDeletedObject: true });
const madeByPut = defineStrategy({ createOnUpdate: true });
const disruptions = {
  disruptionsAllowed: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
};

const byResource: Readonly<Record<string, AnyStrategy>> = {
  pods: podStrategy,
  services: serviceStrategy,
  nodes: nodeStrategy,
  namespaces: namespaceStrategy,
  configmaps: configMapStrategy,
  secrets: secretStrategy,
  events: eventStrategy,
  'events.events.k8s.io': eventStrategy,
  endpoints: madeByPut,
  limitranges: madeByPut,
  serviceaccounts: returned,
  resourcequotas: withServerStatus({}, { returnDeletedObject: true }),
  persistentvolumes: withServerStatus({ phase: 'Pending' }, { returnDeletedObject: true }),
  persistentvolumeclaims: withServerStatus({ phase: 'Pending' }, { returnDeletedObject: true }),
  podtemplates: counted(undefined, { returnDeletedObject: true }),
  replicationcontrollers: counted({ replicas: 0 }, { garbageCollection: 'orphan' }),
  'deployments.apps': deploymentStrategy,
  'replicasets.apps': replicaSetStrategy,
  'daemonsets.apps': daemonSetStrategy,
  'statefulsets.apps': statefulSetStrategy,
  'jobs.batch': jobStrategy,
  'cronjobs.batch': counted({}),
  'leases.coordination.k8s.io': defineStrategy({
    createOnUpdate: true,
    unconditionalUpdate: false,
  }),
  'endpointslices.discovery.k8s.io': endpointSlice,
  'roles.rbac.authorization.k8s.io': rbac,
  'rolebindings.rbac.authorization.k8s.io': rbac,
  'clusterroles.rbac.authorization.k8s.io': rbac,
  'clusterrolebindings.rbac.authorization.k8s.io': rbac,
  'poddisruptionbudgets.policy': counted(disruptions, { unconditionalUpdate: false }),
  'horizontalpodautoscalers.autoscaling': withServerStatus({
    desiredReplicas: 0,
    currentMetrics: null,
  }),
  'ingresses.networking.k8s.io': counted({ loadBalancer: {} }),
  'networkpolicies.networking.k8s.io': counted(undefined),
  'ingressclasses.networking.k8s.io': counted(undefined),
  'ipaddresses.networking.k8s.io': plain,
  'servicecidrs.networking.k8s.io': withServerStatus({}),
  'flowschemas.flowcontrol.apiserver.k8s.io': counted({}),
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': counted({}),
  'priorityclasses.scheduling.k8s.io': wholeBody,
  'validatingadmissionpolicies.admissionregistration.k8s.io': counted({}),
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': counted(undefined),
  'mutatingadmissionpolicies.admissionregistration.k8s.io': counted(undefined),
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': counted(undefined),
  'validatingwebhookconfigurations.admissionregistration.k8s.io': wholeBody,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': wholeBody,
  'customresourcedefinitions.apiextensions.k8s.io': counted({}),
  'apiservices.apiregistration.k8s.io': withServerStatus({}, { nameErrors: pathSegmentErrors }),
  'resourceclaims.resource.k8s.io': withServerStatus({}),
  'resourceslices.resource.k8s.io': counted(undefined),
  'deviceclasses.resource.k8s.io': counted(undefined),
};

const withStatusOnly = withServerStatus({});

export function strategyFor(resource: ResourceInfo): AnyStrategy {
  const named = byResource[qualifiedResource(groupResource(resource))];
  if (named !== undefined) return named;
  return resource.subresources.some(({ name }) => name === 'status') ? withStatusOnly : plain;
}
