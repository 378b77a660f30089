/**
 * The change that an existing role or binding needs to grant what a manifest says.
 *
 * Models k8s.io/component-helpers auth/rbac/reconciliation reconcile_role.go and
 * reconcile_rolebindings.go: pure functions of the two objects.
 */
import { defined } from '#base/defined';
import type { AggregationRule, PolicyRule, RoleRef, Subject } from '#k8s.io/api/rbac/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { uncoveredRules } from '#k8s.io/component-helpers/rbac/policy-comparator';

/** Any of the four kinds, with the fields used here. */
export interface RbacObject extends New<KubeObject> {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: AggregationRule;
  readonly subjects?: readonly Subject[];
  readonly roleRef?: RoleRef;
}

export interface Reconciled {
  readonly object: RbacObject;
  readonly operation: 'create' | 'update' | 'recreate' | 'none';
  /** The existing object opted out of reconciliation. */
  readonly isProtected: boolean;
  readonly missing: readonly (PolicyRule | Subject)[];
  readonly extra: readonly (PolicyRule | Subject)[];
}

const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';

const isProtected = ({ metadata }: RbacObject): boolean =>
  metadata.annotations?.[autoUpdate] === 'false';

/** The object to create. */
export const toCreate = (object: RbacObject): Reconciled => ({
  object,
  operation: 'create',
  isProtected: false,
  missing: object.rules ?? object.subjects ?? [],
  extra: [],
});

type Labels = Readonly<Record<string, string>> | undefined;

const merged = (expected: Labels, existing: Labels): Labels =>
  expected === undefined ? existing : { ...expected, ...existing };

/** The existing object with the labels and annotations that it lacks. */
function withMetadata(existing: RbacObject, expected: RbacObject): RbacObject {
  const { annotations, labels } = existing.metadata;
  const next = {
    annotations: merged(expected.metadata.annotations, annotations),
    labels: merged(expected.metadata.labels, labels),
  };
  if (deepEqual(next.annotations, annotations) && deepEqual(next.labels, labels)) return existing;
  const { annotations: _a, labels: _l, ...rest } = existing.metadata;
  const metadata = {
    ...rest,
    ...defined({ annotations: next.annotations, labels: next.labels }),
  };
  return { ...existing, metadata };
}

/**
 * A role keeps its rules and gets the missing ones; with `removeExtra` it becomes equal to the
 * manifest.
 */
export function reconciledRole(
  existing: RbacObject,
  expected: RbacObject,
  removeExtra: boolean,
): Reconciled {
  const [has, wants] = [existing.rules ?? [], expected.rules ?? []];
  const aggregated =
    expected.aggregationRule !== undefined && existing.aggregationRule !== undefined;
  const extra = aggregated ? [] : uncoveredRules(wants, has);
  const missing = uncoveredRules(has, wants);
  let object = withMetadata(existing, expected);
  if (!removeExtra && missing.length > 0) object = { ...object, rules: [...has, ...missing] };
  else if (removeExtra && missing.length + extra.length > 0) object = { ...object, rules: wants };
  object = withAggregation(object, existing, expected, removeExtra);
  const operation = object === existing ? 'none' : 'update';
  return { object, operation, isProtected: isProtected(existing), missing, extra };
}

function withAggregation(
  object: RbacObject,
  existing: RbacObject,
  expected: RbacObject,
  removeExtra: boolean,
): RbacObject {
  const { aggregationRule: wanted } = expected;
  const { aggregationRule: present } = existing;
  if (wanted === undefined) {
    if (present === undefined) return object;
    const { aggregationRule: _, ...rest } = object;
    return rest;
  }
  const [wants, has] = [wanted.clusterRoleSelectors ?? [], present?.clusterRoleSelectors ?? []];
  const lacking = wants.filter((one) => !has.some((other) => deepEqual(one, other)));
  const surplus = has.filter((one) => !wants.some((other) => deepEqual(one, other)));
  if (!removeExtra && lacking.length > 0) {
    return { ...object, aggregationRule: { clusterRoleSelectors: [...has, ...lacking] } };
  }
  const differs = lacking.length + surplus.length > 0;
  return removeExtra && differs ? { ...object, aggregationRule: wanted } : object;
}

/** A binding to another role is replaced; one to the same role gets the missing subjects. */
export function reconciledBinding(
  existing: RbacObject,
  expected: RbacObject,
  removeExtra: boolean,
): Reconciled {
  const none = { isProtected: isProtected(existing), missing: [], extra: [] };
  if (!deepEqual(expected.roleRef, existing.roleRef)) {
    return { ...none, object: expected, operation: 'recreate' };
  }
  const [has, wants] = [existing.subjects ?? [], expected.subjects ?? []];
  const missing = only(wants, has);
  const extra = only(has, wants);
  let object = withMetadata(existing, expected);
  if (!removeExtra && missing.length > 0) object = { ...object, subjects: [...has, ...missing] };
  else if (removeExtra && missing.length + extra.length > 0) {
    object = { ...object, subjects: wants };
  }
  const operation = object === existing ? 'none' : 'update';
  return { ...none, object, operation, missing, extra };
}

/** Items of the first list that are not in the second, without duplicates. */
const only = (list: readonly Subject[], other: readonly Subject[]): readonly Subject[] =>
  list.filter(
    (subject, index) =>
      !other.some((each) => deepEqual(each, subject)) &&
      list.findIndex((each) => deepEqual(each, subject)) === index,
  );
