/**
 * What the server sets up after its start, before it is ready for clients.
 *
 * Models the post-start hooks of kubernetes pkg/controlplane/apiserver (start-system-namespaces-
 * controller, rbac/bootstrap-roles, scheduling/bootstrap-system-priority-classes,
 * priority-and-fairness-config-producer, bootstrap-controller, apiservice-registration-controller).
 * An existing object stays unchanged, so a restarted server changes nothing.
 */
import { must } from '#base/assert';
import { ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { FlowSchema } from '#k8s.io/api/flowcontrol/v1';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { Process, Simulation } from '#sim/simulation';
import { joinAll } from '#sim/task';
import type { StorageRegistry } from '../registry/storage-registry.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { serverAttributes } from '../server-attributes.ts';
import { flowSchemas, priorityLevels } from './flow-control-objects.ts';
import { clusterRoleBindings, clusterRoles, roleBindings, roles } from './rbac-policy.ts';
import {
  apiServices,
  type BootstrapObject,
  defaultServiceCidr,
  kubernetesEndpoints,
  kubernetesService,
  priorityClasses,
  systemNamespaces,
} from './system-objects.ts';

export interface PostStartHook {
  readonly name: string;
  readonly objects: () => readonly BootstrapObject[];
}

export const postStartHooks = (
  config: ClusterConfig,
  address: string,
): readonly PostStartHook[] => [
  { name: 'start-system-namespaces-controller', objects: () => systemNamespaces },
  {
    name: 'priority-and-fairness-config-producer',
    objects: () => [...priorityLevels, ...flowSchemas],
  },
  {
    name: 'rbac/bootstrap-roles',
    objects: () => [
      ...clusterRoles(config.clusterTrustBundles),
      ...clusterRoleBindings(config.clusterTrustBundles),
      ...roles(),
      ...roleBindings(),
    ],
  },
  { name: 'scheduling/bootstrap-system-priority-classes', objects: () => priorityClasses },
  {
    name: 'apiservice-registration-controller',
    objects: () => apiServices(config.clusterTrustBundles),
  },
  {
    name: 'start-kubernetes-service-cidr-controller',
    objects: () => [defaultServiceCidr(config.serviceCIDR)],
  },
  {
    name: 'bootstrap-controller',
    objects: () => [
      kubernetesService(config.serviceCIDR),
      ...(config.endpointReconciler === 'none' ? [] : kubernetesEndpoints(address)),
    ],
  },
];

/** Runs all hooks: first namespaces, because roles belong to them, then the others concurrently. */
export function* runPostStartHooks(
  sim: Simulation,
  registry: StorageRegistry,
  hooks: readonly PostStartHook[],
): Process {
  const [namespaces, ...others] = hooks;
  if (namespaces !== undefined) yield* runHook(sim, registry, namespaces);
  const tasks = others.map((hook) =>
    sim.spawn(`post-start hook ${hook.name}`, runHook(sim, registry, hook)),
  );
  yield* joinAll(sim, tasks);
}

function* runHook(sim: Simulation, registry: StorageRegistry, hook: PostStartHook): Process {
  for (const object of sim.each(hook.objects())) {
    yield* ensure(sim, registry, hook.name, object as KubeObject);
  }
}

function* ensure(
  sim: Simulation,
  registry: StorageRegistry,
  hook: string,
  object: KubeObject,
): Process {
  const resource = resourceOf(object);
  if (registry.cache(resource).get(metaNamespaceKey(object)) !== undefined) return;
  const storage = registry.storageFor(resource, '');
  const create = must(storage?.create, resource.plural);
  const { name, namespace = '' } = object.metadata;
  const attributes = serverAttributes('create', resourceOf(object), namespace, name);
  const created = yield* create.call(storage, attributes, object);
  if (!created.ok && !isAlreadyExists(created.error)) {
    throw new Error(`post-start hook ${hook}: ${created.error.message}`);
  }
  const status = statusAfterCreate(object, rfc3339(sim.now));
  if (status !== undefined) yield* writeStatus(registry, attributes, status);
}

/** The condition that the server's controllers set once the object exists. */
function statusAfterCreate(object: KubeObject, lastTransitionTime: string): object | undefined {
  const condition = object.kind === 'ServiceCIDR' ? rangeReady : foundLevel(object);
  return condition && { conditions: [{ ...condition, lastTransitionTime }] };
}

const rangeReady = {
  type: 'Ready',
  status: 'True',
  reason: '',
  message: 'Kubernetes default Service CIDR is ready',
};

function foundLevel(object: KubeObject): object | undefined {
  if (object.kind !== 'FlowSchema') return undefined;
  const { name } = asObject<FlowSchema>(object).spec.priorityLevelConfiguration;
  const level = `the PriorityLevelConfiguration object named "${name}"`;
  const message = `This FlowSchema references ${level} and it exists`;
  return { type: 'Dangling', status: 'False', reason: 'Found', message };
}

function* writeStatus(
  registry: StorageRegistry,
  attributes: RequestAttributes,
  status: object,
): Process {
  const storage = registry.storageFor(attributes.resource, 'status');
  const update = must(storage?.update, `${attributes.resource.plural}/status`);
  const statusAttributes = { ...attributes, verb: 'update', subresource: 'status' };
  const written = yield* update.call(storage, statusAttributes, (current) =>
    ok({ ...must(current, attributes.name), status }),
  );
  if (!written.ok) throw new Error(`status of ${attributes.name}: ${written.error.message}`);
}
