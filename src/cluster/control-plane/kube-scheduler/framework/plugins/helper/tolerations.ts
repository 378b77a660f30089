/**
 * Taints against tolerations.
 * Models k8s.io/component-helpers/scheduling/corev1 FindMatchingUntoleratedTaint.
 */
import type { Taint, Toleration } from '#k8s.io/api/core/v1';

/** Source: Toleration.ToleratesTaint; comparison operators are an alpha feature and off. */
function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return operator === 'Equal' && value === (taint.value ?? '');
}

export const isTolerated = (taint: Taint, tolerations: readonly Toleration[] = []): boolean =>
  tolerations.some((toleration) => tolerates(toleration, taint));

/** The first of the taints that would keep a pod off the node. */
export const untoleratedTaint = (
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
): Taint | undefined =>
  taints?.find(
    (taint) =>
      (taint.effect === 'NoSchedule' || taint.effect === 'NoExecute') &&
      !isTolerated(taint, tolerations),
  );
