/**
 * Restricts a kubelet to its own node, its own pods and its own lease. Source: kubernetes
 * plugin/pkg/admission/noderestriction/admission.go.
 */

import type { Node, Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { mirrorAnnotation } from '#k8s.io/component-helpers/core/mirror-pod';
import type { UserInfo } from '../../authenticator/user-info.ts';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
} from '../admission.ts';

const userPrefix = 'system:node:';
const leaseNamespace = 'kube-node-lease';
const restrictedLabels = 'node-restriction.kubernetes.io/';

const guarded: Readonly<Record<string, string>> = {
  pods: '',
  nodes: '',
  serviceaccounts: '',
  leases: 'coordination.k8s.io',
  csinodes: 'storage.k8s.io',
};

/** The node whose kubelet the user is. */
function nodeOf(user: UserInfo): string | undefined {
  if (!user.name.startsWith(userPrefix) || !user.groups.includes('system:nodes')) return undefined;
  return user.name.slice(userPrefix.length);
}

export function nodeRestriction(environment: AdmissionEnvironment): AdmissionPlugin {
  const enabled = environment.config.enableAdmissionPlugins.includes('NodeRestriction');
  return {
    name: 'NodeRestriction',
    enabled,
    ...(!enabled && { inertBecause: 'not among the default plugins' }),
    handles: (operation, { plural, group }: ResourceInfo) =>
      operation !== 'CONNECT' && guarded[plural] === group,
    *validate(attributes) {
      const node = nodeOf(attributes.request.user);
      if (node === undefined) return admitted;
      const problem = problemOf(environment, attributes, node);
      return problem === undefined ? admitted : deny(attributes, problem);
    },
  };
}

function problemOf(
  environment: AdmissionEnvironment,
  attributes: AdmissionAttributes,
  node: string,
): string | undefined {
  const { resource, subresource, name, namespace } = attributes.request;
  switch (resource.plural) {
    case 'pods':
      return podProblem(environment, attributes, node);
    case 'nodes':
      return nodeProblem(attributes, node);
    case 'serviceaccounts':
      return subresource === 'token' ? tokenProblem(environment, attributes, node) : undefined;
    case 'leases':
      return leaseProblem(namespace, name || attributes.object.metadata.name, node);
    default:
      return (name || attributes.object.metadata.name) === node
        ? undefined
        : 'can only access CSINode with the same name as the requesting node';
  }
}

function podProblem(
  environment: AdmissionEnvironment,
  { operation, object, request }: AdmissionAttributes,
  node: string,
): string | undefined {
  const { subresource, namespace, name } = request;
  if (subresource === '' && operation === 'CREATE') return mirrorPodProblem(object as Pod, node);
  const pod = environment.cache(wellKnown.pods).get(`${namespace}/${name}`) as Pod | undefined;
  const own = pod === undefined || pod.spec.nodeName === node;
  if (subresource === '' && operation === 'DELETE') {
    return own ? undefined : `node "${node}" can only delete pods with spec.nodeName set to itself`;
  }
  if (subresource === 'eviction') {
    return own ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
  }
  if (subresource !== 'status')
    return `unexpected operation "${operation}", node "${node}" can only create and delete mirror pods`;
  if (!own)
    return `node "${node}" can only update pod status for pods with spec.nodeName set to itself`;
  const kept = deepEqual(
    object.metadata.labels ?? {},
    pod?.metadata.labels ?? object.metadata.labels ?? {},
  );
  return kept ? undefined : `node "${node}" cannot update labels through pod status`;
}

function mirrorPodProblem({ metadata, spec }: Pod, node: string): string | undefined {
  if (metadata.annotations?.[mirrorAnnotation] === undefined) {
    return `pod does not have "${mirrorAnnotation}" annotation, node "${node}" can only create mirror pods`;
  }
  if (spec.nodeName !== node) {
    return `node "${node}" can only create pods with spec.nodeName set to itself`;
  }
  const secret = (spec.volumes ?? []).some((volume) => volume.secret !== undefined);
  if (secret) return `node "${node}" can not create pods that reference secrets`;
  return spec.serviceAccountName
    ? `node "${node}" can not create pods that reference a service account`
    : undefined;
}

function nodeProblem(
  { operation, object, old, request }: AdmissionAttributes,
  node: string,
): string | undefined {
  const name = request.name || object.metadata.name;
  if (name !== node) return `node "${node}" is not allowed to modify node "${name}"`;
  if (operation === 'DELETE') return undefined;
  const before = old?.metadata.labels ?? {};
  const forbidden = Object.entries(object.metadata.labels ?? {})
    .filter(([key, value]) => key.includes(restrictedLabels) && before[key] !== value)
    .map(([key]) => key)
    .sort();
  if (forbidden.length > 0) {
    const what = operation === 'CREATE' ? 'set' : 'modify';
    return `is not allowed to ${what} labels: ${forbidden.join(', ')}`;
  }
  const taints = (each: unknown): unknown => (each as Node | undefined)?.spec?.taints ?? [];
  if (operation === 'UPDATE' && !deepEqual(taints(object), taints(old))) {
    return `node "${node}" is not allowed to modify taints`;
  }
  return undefined;
}

function leaseProblem(namespace: string, name: string, node: string): string | undefined {
  if (namespace !== leaseNamespace) {
    return `can only access leases in the "${leaseNamespace}" system namespace`;
  }
  return name === node
    ? undefined
    : 'can only access node lease with the same name as the requesting node';
}

interface TokenRequestLike {
  readonly spec?: {
    readonly boundObjectRef?: {
      readonly kind?: string;
      readonly name?: string;
      readonly uid?: string;
    };
  };
}

function tokenProblem(
  environment: AdmissionEnvironment,
  { object, request }: AdmissionAttributes,
  node: string,
): string | undefined {
  const reference = (object as TokenRequestLike).spec?.boundObjectRef;
  if (reference?.kind !== 'Pod' || !reference.name)
    return 'node requested token not bound to a pod';
  if (!reference.uid) return 'node requested token with a pod binding without a uid';
  const key = `${request.namespace}/${reference.name}`;
  const pod = environment.cache(wellKnown.pods).get(key) as Pod | undefined;
  if (pod === undefined) return `pod "${reference.name}" not found`;
  if (pod.metadata.uid !== reference.uid)
    return `the UID in the bound object reference (${reference.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return pod.spec.nodeName === node
    ? undefined
    : 'node requested token bound to a pod scheduled on a different node';
}
