/**
 * Checks pods against the Pod Security level of their namespace.
 *
 * Models k8s.io/pod-security-admission admission/admission.go: a pod that violates the enforced
 * level is refused, one that violates the audited level gets an audit annotation, and one that
 * violates the warned level a warning. A workload is evaluated by its pod template and never
 * refused.
 */
import type { Container, Pod, PodTemplateSpec } from '#k8s.io/api/core/v1';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
} from '../admission.ts';
import { admitNamespace, policyOf, prefix } from '../pod-security/namespace.ts';
import { type LevelVersion, violationsOf } from '../pod-security/standards.ts';
import type { Violation } from '../pod-security/violation.ts';

const workloads = new Set([
  'deployments',
  'replicasets',
  'daemonsets',
  'statefulsets',
  'jobs',
  'cronjobs',
  'replicationcontrollers',
  'podtemplates',
]);

/** Changes through any other subresource change a Pod and are evaluated. */
const ignoredSubresources = new Set(['status', 'binding', 'eviction', 'exec', 'attach', 'log']);

export function podSecurity(environment: AdmissionEnvironment): AdmissionPlugin {
  const namespaces = environment.cache(wellKnown.namespaces);
  const pods = environment.cache(wellKnown.pods);
  return {
    name: 'PodSecurity',
    enabled: true,
    handles: (operation, { plural }, subresource) => {
      if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
      if (plural === 'pods') return !ignoredSubresources.has(subresource);
      return subresource === '' && (plural === 'namespaces' || workloads.has(plural));
    },
    *validate(attributes) {
      const { request, object, old } = attributes;
      const { plural } = request.resource;
      if (plural === 'namespaces') {
        return admitNamespace(attributes, () => pods.list() as readonly Pod[]);
      }
      const namespace = namespaces.get(request.namespace);
      if (plural !== 'pods') {
        const template = podOfTemplate(attributes);
        if (template === undefined) return admitted;
        audit(attributes, policyOf(namespace, 'audit'), template);
        warn(attributes, policyOf(namespace, 'warn'), template);
        return admitted;
      }
      const pod = object as Pod;
      if (old !== undefined && !isSignificant(pod, old as Pod)) return admitted;
      const enforced = policyOf(namespace, 'enforce');
      request.annotate(`${prefix}enforce-policy`, `${enforced.level}:${enforced.version}`);
      audit(attributes, policyOf(namespace, 'audit'), pod);
      const problems = violationsOf(enforced, pod);
      if (problems.length > 0) {
        return deny(attributes, `violates PodSecurity ${reportOf(enforced, problems)}`);
      }
      warn(attributes, policyOf(namespace, 'warn'), pod);
      return admitted;
    },
  };
}

function reportOf({ level, version }: LevelVersion, problems: readonly Violation[]): string {
  const texts = problems.map(({ reason, detail }) => `${reason} (${detail})`);
  return `"${level}:${version}": ${texts.join(', ')}`;
}

function warn({ request }: AdmissionAttributes, policy: LevelVersion, pod: Pod): void {
  const problems = violationsOf(policy, pod);
  if (problems.length > 0) request.warn(`would violate PodSecurity ${reportOf(policy, problems)}`);
}

function audit({ request }: AdmissionAttributes, policy: LevelVersion, pod: Pod): void {
  const problems = violationsOf(policy, pod);
  if (problems.length === 0) return;
  const text = `would violate PodSecurity ${reportOf(policy, problems)}`;
  request.annotate(`${prefix}audit-violations`, text);
}

interface WithTemplate {
  readonly template?: PodTemplateSpec;
  readonly jobTemplate?: { readonly spec?: { readonly template?: PodTemplateSpec } };
}

/** A workload is evaluated by the pods that it would create. */
function podOfTemplate({ object }: AdmissionAttributes): Pod | undefined {
  const spec = object.spec as WithTemplate | undefined;
  const own = (object as { readonly template?: PodTemplateSpec }).template;
  const template = spec?.template ?? spec?.jobTemplate?.spec?.template ?? own;
  if (template?.spec === undefined) return undefined;
  const metadata = { ...object.metadata, annotations: template.metadata?.annotations ?? {} };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata as Pod['metadata'],
    spec: template.spec,
  };
}

/**
 * Of a Pod's changeable fields only images and containers matter. Source: isSignificantPodUpdate.
 */
function isSignificant({ spec }: Pod, { spec: old }: Pod): boolean {
  const changed = (now: readonly Container[] = [], before: readonly Container[] = []): boolean =>
    now !== before &&
    (now.length !== before.length ||
      now.some(({ image }, index) => image !== before[index]?.image));
  return (
    changed(spec.containers, old.containers) ||
    changed(spec.initContainers, old.initContainers) ||
    changed(
      spec.ephemeralContainers as readonly Container[] | undefined,
      old.ephemeralContainers as readonly Container[] | undefined,
    )
  );
}
