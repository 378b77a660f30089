/**
 * Checks of an APIService, and the status of a new one. Models kube-aggregator
 * pkg/apis/apiregistration/validation and pkg/registry/apiservice strategy.go.
 */
import { type FieldError, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { dns1035LabelErrors, dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import { formed } from '../generic/checks.ts';
import { withStatus } from '../strategy.ts';

interface Spec {
  readonly group?: string;
  readonly version?: string;
  readonly groupPriorityMinimum?: number;
  readonly versionPriority?: number;
  readonly service?: { readonly name?: string; readonly namespace?: string };
}

/** Source: ValidateAPIService. */
export function validateApiService({ metadata, spec }: KubeObject): readonly FieldError[] {
  const { group = '', version = '', service, ...priorities } = (spec ?? {}) as Spec;
  const errors: FieldError[] = [];
  const wanted = `${version}.${group}`;
  if (metadata.name !== wanted) {
    const why = `must be \`spec.version+"."+spec.group\`: "${wanted}"`;
    errors.push(invalidValue('metadata.name', metadata.name, why));
  }
  if (group === '' && version !== 'v1') {
    const why = 'only v1 may have an empty group and it better be legacy kube';
    errors.push(required('spec.group', why));
  }
  if (group !== '') errors.push(...formed('spec.group', group, dns1123SubdomainErrors(group)));
  errors.push(...formed('spec.version', version, dns1035LabelErrors(version)));
  const most = { groupPriorityMinimum: 20_000, versionPriority: 1000 };
  for (const name of ['groupPriorityMinimum', 'versionPriority'] as const) {
    const value = priorities[name] ?? 0;
    if (value > 0 && value <= most[name]) continue;
    const why = `must be positive and less than ${most[name]}`;
    errors.push(invalidValue(`spec.${name}`, value, why));
  }
  for (const name of service === undefined ? [] : (['namespace', 'name'] as const)) {
    if ((service?.[name] ?? '') === '') errors.push(required(`spec.service.${name}`));
  }
  return errors;
}

/** What this server serves is available at once. Source: apiServerStrategy.PrepareForCreate. */
export function withLocalStatus(object: KubeObject): KubeObject {
  const { service } = (object.spec ?? {}) as Spec;
  if (service !== undefined) return withStatus(object, {});
  const condition = {
    type: 'Available',
    status: 'True',
    lastTransitionTime: object.metadata.creationTimestamp,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
  return withStatus(object, { conditions: [condition] });
}
