/** The conditions of a definition. Source: apiextensions-apiserver pkg/apihelpers helpers.go. */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '#k8s.io/api/apiextensions/v1';

type Condition = Omit<CustomResourceDefinitionCondition, 'lastTransitionTime'>;

export const conditionOf = (
  { status }: CustomResourceDefinition,
  type: string,
): CustomResourceDefinitionCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

export const isTrue = (definition: CustomResourceDefinition, type: string): boolean =>
  conditionOf(definition, type)?.status === 'True';

/** Sets a condition; its transition time changes only with its status. */
export function withCondition(
  definition: CustomResourceDefinition,
  now: string,
  { type, status, reason = '', message = '' }: Condition,
): CustomResourceDefinition {
  const old = conditionOf(definition, type);
  const lastTransitionTime =
    old !== undefined && old.status === status ? (old.lastTransitionTime ?? now) : now;
  const set = { type, status, lastTransitionTime, reason, message };
  const conditions = definition.status?.conditions ?? [];
  const next =
    old === undefined
      ? [...conditions, set]
      : conditions.map((condition) => (condition === old ? set : condition));
  return { ...definition, status: { ...definition.status, conditions: next } };
}
