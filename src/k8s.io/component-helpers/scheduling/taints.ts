/**
 * Taints against tolerations.
 * Models k8s.io/component-helpers/scheduling/corev1 FindMatchingUntoleratedTaint.
 */
import type { Taint, Toleration } from '#k8s.io/api/core/v1';

/** Source: Toleration.ToleratesTaint. */
function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return operator === 'Equal' && value === (taint.value ?? '');
}

/** The first taint of these effects that no toleration covers. */
export const untoleratedTaint = (
  taints: readonly Taint[] = [],
  tolerations: readonly Toleration[] = [],
  effects: readonly Taint['effect'][],
): Taint | undefined =>
  taints.find(
    (taint) =>
      effects.includes(taint.effect) &&
      !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
