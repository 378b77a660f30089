/**
 * Holds pods against the Pod Security level of their namespace.
 * Source: k8s.io/pod-security-admission admission/admission.go.
 */
import type { Pod, PodTemplateSpec } from '#k8s.io/api/core/v1';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
} from '../admission.ts';
import type { Violation } from '../pod-security-checks.ts';
import {
  admitNamespace,
  type LevelVersion,
  policyOf,
  prefix,
  violationsOf,
} from '../pod-security-namespace.ts';

const workloads = new Set([
  'deployments',
  'replicasets',
  'daemonsets',
  'statefulsets',
  'jobs',
  'replicationcontrollers',
  'podtemplates',
]);

export function podSecurity(environment: AdmissionEnvironment): AdmissionPlugin {
  const namespaces = environment.cache(wellKnown.namespaces);
  const pods = environment.cache(wellKnown.pods);
  const policy = (namespace: string, mode: 'enforce' | 'warn'): LevelVersion =>
    policyOf(namespaces.get(namespace), mode);
  return {
    name: 'PodSecurity',
    enabled: true,
    handles: (operation, { plural }, subresource) =>
      plural === 'pods'
        ? operation === 'CREATE' ||
          (operation === 'UPDATE' && subresource === 'ephemeralcontainers')
        : subresource === '' &&
          (plural === 'namespaces' || workloads.has(plural)) &&
          (operation === 'CREATE' || operation === 'UPDATE'),
    *validate(attributes) {
      const { request } = attributes;
      if (request.resource.plural === 'namespaces') {
        return admitNamespace(attributes, () => pods.list() as readonly Pod[]);
      }
      if (request.subresource !== '' && request.subresource !== 'ephemeralcontainers') {
        return admitted;
      }
      const warned = policy(request.namespace, 'warn');
      if (request.resource.plural !== 'pods') {
        warn(attributes, warned, podOfTemplate(attributes));
        return admitted;
      }
      const enforced = policy(request.namespace, 'enforce');
      const pod = attributes.object as Pod;
      request.annotate(`${prefix}enforce-policy`, `${enforced.level}:${enforced.version}`);
      const problems = violationsOf(enforced.level, pod);
      if (problems.length > 0) {
        return deny(attributes, `violates PodSecurity ${reportOf(enforced, problems)}`);
      }
      warn(attributes, warned, pod);
      return admitted;
    },
  };
}

function reportOf({ level, version }: LevelVersion, problems: readonly Violation[]): string {
  const texts = problems.map(({ reason, detail }) => `${reason} (${detail})`);
  return `"${level}:${version}": ${texts.join(', ')}`;
}

function warn({ request }: AdmissionAttributes, policy: LevelVersion, pod: Pod | undefined): void {
  if (pod === undefined) return;
  const problems = violationsOf(policy.level, pod);
  if (problems.length > 0) request.warn(`would violate PodSecurity ${reportOf(policy, problems)}`);
}

/** A workload is judged by the pods it would make. */
function podOfTemplate({ object }: AdmissionAttributes): Pod | undefined {
  const template = (object.spec as { readonly template?: PodTemplateSpec } | undefined)?.template;
  if (template?.spec === undefined) return undefined;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: object.metadata as Pod['metadata'],
    spec: template.spec,
  };
}
