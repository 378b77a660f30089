/** Source: kubernetes pkg/registry/autoscaling strategy.go, pkg/apis/autoscaling/validation. */
import type {
  HorizontalPodAutoscaler,
  HPAScalingRules,
  MetricSpec,
  MetricTarget,
} from '#k8s.io/api/autoscaling/v2';
import {
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { statusStrategy } from '../common-strategies.ts';
import { formed, presentAndFormed } from '../generic/checks.ts';
import { pathSegmentErrors } from '../rbac/strategies.ts';
import { defineStrategy, withStatus } from '../strategy.ts';

/** The member that holds the parameters of each metric type. */
const members: Readonly<Record<string, keyof MetricSpec>> = {
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
  External: 'external',
  ContainerResource: 'containerResource',
};
const scalesToZero: ReadonlySet<string> = new Set(['Object', 'External']);
const targetTypes = ['AverageValue', 'Utilization', 'Value'];
const longestPeriod = 1800;
const longestWindow = 3600;

/** Source: validateHorizontalPodAutoscalerSpec. */
function validate({ spec }: HorizontalPodAutoscaler): readonly FieldError[] {
  const { minReplicas, maxReplicas, scaleTargetRef, metrics = [], behavior } = spec;
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < 1) {
    const detail = 'must be greater than or equal to 1';
    errors.push(invalidValue('spec.minReplicas', minReplicas, detail));
  }
  if ((maxReplicas ?? 0) === 0) {
    errors.push(required('spec.maxReplicas', 'must be set and greater than 0'));
  } else if (maxReplicas < 0) {
    const detail = 'must be greater than or equal to 1';
    errors.push(invalidValue('spec.maxReplicas', maxReplicas, detail));
  }
  if (minReplicas !== undefined && (maxReplicas ?? 0) < minReplicas) {
    const detail = 'must be greater than or equal to `minReplicas`';
    errors.push(invalidValue('spec.maxReplicas', maxReplicas ?? 0, detail));
  }
  for (const name of ['kind', 'name'] as const) {
    const field = `spec.scaleTargetRef.${name}`;
    errors.push(...presentAndFormed(field, scaleTargetRef?.[name], pathSegmentErrors));
  }
  const { apiVersion = '', kind } = scaleTargetRef ?? {};
  if (!apiVersion.includes('/') && kind !== 'ReplicationController') {
    const detail = 'apiVersion must specify API group';
    errors.push(invalidValue('spec.scaleTargetRef.apiVersion', apiVersion, detail));
  }
  for (const [index, metric] of metrics.entries()) {
    validateMetric(metric, indexPath('spec.metrics', index), errors);
  }
  const zero = minReplicas === 0 && !metrics.some(({ type }) => scalesToZero.has(type));
  if (zero) {
    const detail =
      'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  validateRules(behavior?.scaleUp, 'spec.behavior.scaleUp', errors);
  validateRules(behavior?.scaleDown, 'spec.behavior.scaleDown', errors);
  return errors;
}

/** Source: validateMetricSpec. */
function validateMetric(metric: MetricSpec, path: string, errors: FieldError[]): void {
  const type: string = metric.type ?? '';
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric source type'));
  if (members[type] === undefined) {
    errors.push(notSupported(`${path}.type`, type, Object.keys(members)));
  }
  const wanted = members[type];
  for (const member of Object.values(members)) {
    if (member === wanted || metric[member] === undefined) continue;
    const detail = 'must populate the given metric source only';
    errors.push(forbiddenField(`${path}.${member}`, detail));
  }
  if (wanted === undefined) return;
  const source = metric[wanted];
  if (source === undefined) {
    const detail = 'must populate information for the given metric source';
    errors.push(required(`${path}.${wanted}`, detail));
    return;
  }
  const { name, container, target } = source as {
    readonly name?: string;
    readonly container?: string;
    readonly target?: MetricTarget;
  };
  const isResource = wanted === 'resource' || wanted === 'containerResource';
  if (isResource && !name) {
    errors.push(required(`${path}.${wanted}.name`, 'must specify a resource name'));
  }
  if (wanted === 'containerResource' && !container) {
    errors.push(required(`${path}.${wanted}.container`, 'must specify a container'));
  }
  const { metric: identifier } = source as { readonly metric?: { readonly name?: string } };
  if (!isResource) {
    const field = `${path}.${wanted}.metric.name`;
    if (!identifier?.name) errors.push(required(field, 'must specify a metric name'));
    else errors.push(...formed(field, identifier.name, pathSegmentErrors(identifier.name)));
  }
  validateTarget(target, `${path}.${wanted}.target`, isResource, errors);
  if (wanted === 'pods' && target?.averageValue === undefined) {
    const field = `${path}.pods.target.averageValue`;
    errors.push(required(field, 'must specify a positive target averageValue'));
  }
}

/** Source: validateMetricTarget with the requirements of its callers. */
function validateTarget(
  target: MetricTarget | undefined,
  path: string,
  isResource: boolean,
  errors: FieldError[],
): void {
  const { type = '', averageUtilization, averageValue, value } = target ?? {};
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric target type'));
  if (!targetTypes.includes(type)) {
    const detail = 'must be either Utilization, Value, or AverageValue';
    errors.push(invalidValue(`${path}.type`, type, detail));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    const detail = 'must be greater than 0';
    errors.push(invalidValue(`${path}.averageUtilization`, averageUtilization, detail));
  }
  if (isResource) {
    if (averageUtilization === undefined && averageValue === undefined) {
      const detail = 'must set either a target raw value or a target utilization';
      errors.push(required(`${path}.averageUtilization`, detail));
    }
    if (averageUtilization !== undefined && averageValue !== undefined) {
      const detail = 'may not set both a target raw value and a target utilization';
      errors.push(forbiddenField(`${path}.averageValue`, detail));
    }
  } else if (!path.includes('.pods.') && value === undefined && averageValue === undefined) {
    const detail = 'must set either a target value or averageValue';
    errors.push(required(`${path}.averageValue`, detail));
  }
}

/** Source: validateScalingRules and validateScalingPolicy. */
function validateRules(
  rules: HPAScalingRules | undefined,
  path: string,
  errors: FieldError[],
): void {
  if (rules === undefined) return;
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [] } = rules;
  const windowField = `${path}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0) {
    errors.push(invalidValue(windowField, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > longestWindow) {
    const detail = `must be less than or equal to ${longestWindow}`;
    errors.push(invalidValue(windowField, window, detail));
  }
  const selections = ['Disabled', 'Max', 'Min'];
  if (selectPolicy !== undefined && !selections.includes(selectPolicy)) {
    errors.push(notSupported(`${path}.selectPolicy`, selectPolicy, selections));
  }
  if (policies.length === 0) {
    errors.push(required(`${path}.policies`, 'must specify at least one Policy'));
  }
  for (const [index, { type, value, periodSeconds }] of policies.entries()) {
    const field = indexPath(`${path}.policies`, index);
    if (type !== 'Pods' && type !== 'Percent') {
      errors.push(notSupported(`${field}.type`, type, ['Percent', 'Pods']));
    }
    if (value <= 0) {
      errors.push(invalidValue(`${field}.value`, value, 'must be greater than zero'));
    }
    const period = `${field}.periodSeconds`;
    if (periodSeconds <= 0) {
      errors.push(invalidValue(period, periodSeconds, 'must be greater than zero'));
    } else if (periodSeconds > longestPeriod) {
      const detail = `must be less than or equal to ${longestPeriod}`;
      errors.push(invalidValue(period, periodSeconds, detail));
    }
  }
}

export const autoscalerStrategy = defineStrategy<HorizontalPodAutoscaler>({
  prepareForCreate: (object) => withStatus(object, { desiredReplicas: 0, currentMetrics: null }),
  validate,
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  validateUpdate: (object, old) => (object.spec === old.spec ? [] : validate(object)),
  status: statusStrategy<HorizontalPodAutoscaler>(),
});
