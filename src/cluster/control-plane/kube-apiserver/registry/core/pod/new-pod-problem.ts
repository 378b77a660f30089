/**
 * The errors of a new pod that does not come through the API: the kubelet checks its manifests with
 * the same rules. Source: ValidatePodCreate.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { aggregateMessage } from '#k8s.io/apimachinery/field-error';
import { validateObjectMeta } from '../../object-meta-validation.ts';
import { podStrategy } from './strategy.ts';

export function newPodProblem(pod: Pod): string | undefined {
  const errors = [
    ...validateObjectMeta(pod.metadata, true, podStrategy),
    ...podStrategy.validate(pod),
  ];
  return errors.length === 0 ? undefined : aggregateMessage(errors);
}
