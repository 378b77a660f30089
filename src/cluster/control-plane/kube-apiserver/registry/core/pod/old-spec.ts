/** Shared by the subresources that change one part of a pod's spec. */
import type { Pod, PodSpec } from '#k8s.io/api/core/v1';
import { preparedUpdate } from '../../common-strategies.ts';

/** The pod with its old spec except for this part. */
export const withOldSpec = (pod: Pod, old: Pod, change: Partial<PodSpec>): Pod =>
  preparedUpdate({ ...pod, spec: { ...old.spec, ...change } }, old);
