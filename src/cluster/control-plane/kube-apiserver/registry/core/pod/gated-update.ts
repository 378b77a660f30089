/**
 * How an update may change the scheduling of a pod: it can remove gates and, if the pod had gates,
 * narrow its choice of nodes.
 *
 * Models the part of kubernetes pkg/apis/core/validation ValidatePodUpdate for gated pods. In: the
 * new spec and the old one. Out: errors, and the new spec with its mutable fields reset.
 */
import { defined } from '#base/defined';
import type { Affinity, NodeAffinity, NodeSelectorTerm, PodSpec } from '#k8s.io/api/core/v1';
import { type FieldError, forbiddenField, invalidValue } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { type Errors, none } from '../../generic/checks.ts';

const requiredKey = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Gates can only be removed; a pod that had gates can be restricted to fewer nodes. */
export function validateSchedulingUpdate(spec: PodSpec, old: PodSpec): Errors {
  const before = (old.schedulingGates ?? []).map(({ name }) => name);
  const errors: FieldError[] = (spec.schedulingGates ?? []).flatMap(({ name }, index) =>
    before.includes(name)
      ? none
      : [
          forbiddenField(
            `spec.schedulingGates[${index}].name`,
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );
  if (before.length === 0) return errors;
  const { nodeSelector = {} } = spec;
  const lost = Object.entries(old.nodeSelector ?? {}).some(([key, v]) => nodeSelector[key] !== v);
  if (lost) {
    const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    errors.push(invalidValue('spec.nodeSelector', nodeSelector, detail));
  }
  return [...errors, ...validateNodeAffinity(spec.affinity, old.affinity)];
}

/** Source: validateNodeAffinityMutation. */
function validateNodeAffinity(now: Affinity = {}, old: Affinity = {}): Errors {
  const before = old.nodeAffinity?.[requiredKey]?.nodeSelectorTerms ?? [];
  if (before.length === 0) return none;
  const path = `spec.affinity.nodeAffinity.${requiredKey}.nodeSelectorTerms`;
  const terms = now.nodeAffinity?.[requiredKey]?.nodeSelectorTerms ?? [];
  if (terms.length !== before.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [invalidValue(path, terms.map(asStruct), detail)];
  }
  return terms.flatMap((term, index) => {
    if (hasOnlyAdditions(term, before[index] ?? {})) return none;
    const detail = 'only additions are allowed (no mutations or deletions)';
    return [invalidValue(`${path}[${index}]`, asStruct(term), detail)];
  });
}

/** A term without requirements matches nothing, so any addition would widen it. */
function hasOnlyAdditions(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const { matchExpressions = [], matchFields = [] } = old;
  if (matchExpressions.length + matchFields.length === 0) return deepEqual(term, old);
  return (
    deepEqual((term.matchExpressions ?? []).slice(0, matchExpressions.length), matchExpressions) &&
    deepEqual((term.matchFields ?? []).slice(0, matchFields.length), matchFields)
  );
}

/** The form in which Go prints the internal type, which has no JSON names. */
const asStruct = ({ matchExpressions, matchFields }: NodeSelectorTerm) => {
  const list = (requirements: NodeSelectorTerm['matchFields']) =>
    requirements?.map(({ key, operator, values }) => ({
      Key: key,
      Operator: operator,
      Values: values ?? null,
    })) ?? null;
  return { MatchExpressions: list(matchExpressions), MatchFields: list(matchFields) };
};

/** The new spec with the old gates and, for a gated pod, its old choice of nodes. */
export function withOldScheduling(spec: PodSpec, old: PodSpec): PodSpec {
  const { schedulingGates: _, ...rest } = spec;
  const gates = old.schedulingGates;
  if (gates === undefined || gates.length === 0) {
    return gates === undefined ? rest : { ...rest, schedulingGates: gates };
  }
  const { nodeSelector: __, affinity, ...others } = rest;
  const kept = withNodeAffinity(affinity, old.affinity, old.affinity?.nodeAffinity);
  return {
    ...others,
    schedulingGates: gates,
    ...defined({ nodeSelector: old.nodeSelector, affinity: kept }),
  };
}

function withNodeAffinity(
  now: Affinity | undefined,
  old: Affinity | undefined,
  nodeAffinity: NodeAffinity | undefined,
): Affinity | undefined {
  const { nodeAffinity: _, ...others } = now ?? {};
  const made = { ...others, ...defined({ nodeAffinity }) };
  return Object.keys(made).length === 0 ? old : made;
}
