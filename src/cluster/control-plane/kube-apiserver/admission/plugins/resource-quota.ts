/**
 * Adds the usage of a new object, or the increase of a changed one, to the quotas of its namespace
 * before it is stored, and refuses what exceeds a quota. Source: apiserver
 * pkg/admission/plugin/resourcequota controller.go CheckRequest.
 */
import { err, type Result } from '#base/result';
import type { Pod, ResourceQuota } from '#k8s.io/api/core/v1';
import { isConflict } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import {
  addQuantities,
  compareQuantities,
  isZeroQuantity,
  subtractQuantities,
} from '#k8s.io/apimachinery/quantity';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { resourceQuotas } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  denied,
} from '../admission.ts';
import { type Amounts, isInScope, usageOf } from '../quota-usage.ts';

/** Attempts to update a quota's status when other writers interfere. */
const attempts = 3;

const computeNames = ['cpu', 'memory', 'ephemeral-storage'];

export function resourceQuota(environment: AdmissionEnvironment): AdmissionPlugin {
  return {
    name: 'ResourceQuota',
    enabled: true,
    handles: (operation, resource, subresource) =>
      operation === 'CREATE'
        ? resource.namespaced && subresource === ''
        : operation === 'UPDATE' && growsByUpdate(resource, subresource),
    *validate(attributes) {
      if (attributes.request.dryRun) return admitted;
      const quotas = quotasOf(environment, attributes.request.namespace);
      if (quotas.length === 0) return admitted;
      for (let attempt = 0; ; attempt++) {
        const charged = yield* charge(environment, attributes);
        if (charged.ok || !isConflict(charged.error) || attempt === attempts) return charged;
      }
    },
  };
}

/**
 * The kinds whose usage can grow with an update. Source: Handles of pkg/quota/v1/evaluator/core.
 */
const growsByUpdate = ({ group, plural }: ResourceInfo, subresource: string): boolean =>
  group === '' &&
  (plural === 'pods'
    ? subresource === 'resize'
    : subresource === '' && (plural === 'services' || plural === 'persistentvolumeclaims'));

/** The additional usage: that of a new object, or the difference for a changed one. */
function usageOfChange({ object, old, request }: AdmissionAttributes): Amounts {
  const usage = usageOf(object, request.resource);
  if (old === undefined) return usage;
  const before = usageOf(old, request.resource);
  const names = new Set([...Object.keys(usage), ...Object.keys(before)]);
  const delta = [...names].map((name) => {
    return [name, subtractQuantities(usage[name] ?? '0', before[name] ?? '0')] as const;
  });
  return Object.fromEntries(delta.filter(([, amount]) => !isZeroQuantity(amount)));
}

const quotasOf = (environment: AdmissionEnvironment, namespace: string) =>
  environment
    .cache(wellKnown.resourceQuotas)
    .byIndex('namespace', namespace) as readonly ResourceQuota[];

/** Checks all quotas first; only then writes the new usage to each affected quota. */
function* charge(
  environment: AdmissionEnvironment,
  attributes: AdmissionAttributes,
): Process<Result<void, Status>> {
  const { namespace, resource } = attributes.request;
  const usage = usageOfChange(attributes);
  if (Object.keys(usage).length === 0) return admitted;
  const updates: ResourceQuota[] = [];
  for (const { metadata } of quotasOf(environment, namespace)) {
    // The cache may lack the usage that was written just before.
    const live = yield* environment.live(wellKnown.resourceQuotas, namespace, metadata.name);
    if (live === undefined) continue;
    if (!isInScope(live as ResourceQuota, attributes.object, resource.plural)) continue;
    const checked = check(live as ResourceQuota, usage, attributes);
    if (typeof checked === 'string') return err(denied(attributes, checked));
    if (checked !== undefined) updates.push(checked);
  }
  for (const quota of updates) {
    const { name } = quota.metadata;
    const target = { namespace, name, subresource: 'status' };
    const updated = yield* environment.loopback.update(resourceQuotas, quota, target);
    if (!updated.ok) return updated;
  }
  return admitted;
}

/** The quota with its new usage, undefined when it is not affected, or the refusal. */
function check(
  quota: ResourceQuota,
  usage: Amounts,
  attributes: AdmissionAttributes,
): ResourceQuota | string | undefined {
  const { name } = quota.metadata;
  const limits = quota.spec.hard ?? {};
  const { hard = {}, used = {} } = quota.status ?? {};
  const unspecified = missingResources(Object.keys(limits), attributes);
  if (unspecified !== '') return `failed quota: ${name}: must specify ${unspecified}`;
  const touched = Object.keys(usage)
    .filter((key) => limits[key] !== undefined && !isZeroQuantity(usage[key] as string))
    .sort();
  if (touched.length === 0) return undefined;
  const unknown = touched.filter((key) => hard[key] === undefined || used[key] === undefined);
  if (unknown.length > 0) {
    return `status unknown for quota: ${name}, resources: ${unknown.join(',')}`;
  }
  const next: Record<string, string> = { ...used };
  for (const key of touched) {
    next[key] = addQuantities(used[key] as string, usage[key] as string);
  }
  const exceeded = touched.filter(
    (key) =>
      compareQuantities(usage[key] as string, '0') > 0 &&
      compareQuantities(next[key] as string, hard[key] as string) > 0,
  );
  if (exceeded.length > 0) {
    const list = (amounts: Amounts): string =>
      exceeded.map((key) => `${key}=${amounts[key]}`).join(',');
    return (
      `exceeded quota: ${name}, requested: ${list(usage)}, used: ${list(used)}, ` +
      `limited: ${list(hard)}`
    );
  }
  return { ...quota, status: { ...quota.status, hard, used: next } };
}

/** A quota on cpu or memory requires every container to specify that resource. */
function missingResources(
  keys: readonly string[],
  { request, object }: AdmissionAttributes,
): string {
  if (request.resource.plural !== 'pods') return '';
  const texts: string[] = [];
  for (const key of [...keys].sort()) {
    const [kind, name] = key.startsWith('limits.') ? ['limits', key.slice(7)] : requestKey(key);
    if (!computeNames.includes(name)) continue;
    const lacking = (object as Pod).spec.containers
      .filter(({ resources }) => resources?.[kind as 'limits' | 'requests']?.[name] === undefined)
      .map((container) => container.name)
      .sort();
    if (lacking.length > 0) texts.push(`${key} for: ${lacking.join(',')}`);
  }
  return texts.join('; ');
}

const requestKey = (key: string): [string, string] => [
  'requests',
  key.startsWith('requests.') ? key.slice(9) : key,
];
