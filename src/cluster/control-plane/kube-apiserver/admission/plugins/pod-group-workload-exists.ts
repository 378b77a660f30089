/**
 * PodGroupWorkloadExists: runs, with nothing to do. Source: kubernetes
 * pkg/features/kube_features.go.
 */
import { inertPlugin } from '../admission.ts';

export const podGroupWorkloadExists = inertPlugin(
  'PodGroupWorkloadExists',
  'feature gate GenericWorkload is off',
);
