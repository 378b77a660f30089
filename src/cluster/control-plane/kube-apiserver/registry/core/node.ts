/**
 * Source: kubernetes pkg/registry/core/node/strategy.go, pkg/apis/core/validation ValidateNode,
 * ValidateNodeUpdate. The status is kept on create, as a kubelet sends it with the object.
 */
import type { Node, Taint } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { labelValueErrors, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy } from '../common-strategies.ts';
import { type Errors, formed, none } from '../generic/checks.ts';
import { defineStrategy, withStatus } from '../strategy.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Source: validateNodeTaints. */
function validateTaints(taints: readonly Taint[]): Errors {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    // Upstream's path is that of the metadata, where taints once were.
    const path = `metadata.taints[${index}]`;
    const { key, value = '', effect } = taint;
    errors.push(...formed(`${path}.key`, key, qualifiedNameErrors(key)));
    errors.push(...formed(`${path}.value`, value, labelValueErrors(value)));
    if (effect === undefined || String(effect) === '') errors.push(required(`${path}.effect`));
    else if (!effects.includes(effect)) {
      const detail = `supported values: ${effects.map((each) => `"${each}"`).join(', ')}`;
      errors.push({ ...notSupported(`${path}.effect`, effect, []), detail });
    }
    const pair = `${effect}/${key}`;
    if (seen.has(pair)) {
      const detail = 'taints must be unique by key and effect pair';
      const shown = { Key: key, Value: value, Effect: effect, TimeAdded: taint.timeAdded ?? null };
      errors.push({ ...duplicate(path, shown), detail });
    }
    seen.add(pair);
  }
  return errors;
}

const specText =
  'node updates may only change labels, taints, or capacity ' +
  '(or configSource, if the DynamicKubeletConfig feature gate is enabled)';

function validateUpdate({ spec = {} }: Node, { spec: old = {} }: Node): Errors {
  if (spec === old) return none;
  const errors: FieldError[] = [...validateTaints(spec.taints ?? [])];
  if (old.podCIDR !== undefined && spec.podCIDR !== old.podCIDR) {
    const detail = 'node updates may not change podCIDR except from "" to valid';
    errors.push(forbiddenField('spec.podCIDRs', detail));
  }
  if ((old.providerID ?? '') !== '' && spec.providerID !== old.providerID) {
    const detail = 'node updates may not change providerID except from "" to valid';
    errors.push(forbiddenField('spec.providerID', detail));
  }
  const {
    taints: _,
    unschedulable: __,
    podCIDR: ___,
    podCIDRs: ____,
    providerID: _____,
    ...rest
  } = spec;
  const { taints: a, unschedulable: b, podCIDR: c, podCIDRs: d, providerID: e, ...before } = old;
  if (!deepEqual(rest, before)) errors.push(forbiddenField('spec', specText));
  return errors;
}

function validateSpec({ spec }: Node): Errors {
  const cidrs = spec?.podCIDRs ?? [];
  const wrong = cidrs.length > 0 && cidrs[0] !== spec?.podCIDR;
  return [
    ...validateTaints(spec?.taints ?? []),
    ...(wrong ? [invalidValue('spec.podCIDRs', cidrs, 'must contain podCIDR')] : none),
  ];
}

export const nodeStrategy = defineStrategy<Node>({
  validate: validateSpec,
  prepareForUpdate: (node, old) => withStatus(node, old.status),
  validateUpdate,
  status: statusStrategy<Node>(),
  fields: {
    'spec.unschedulable': (node) => String((node as Node).spec?.unschedulable ?? false),
  },
});
